/** `assay review apply INSTANCE`. */
import { createReviewStep } from '../review-step.ts';

export const reviewApply = createReviewStep(
  'apply',
  'Apply the decisions of an instance of an access review',
  'Denied agents are suspended, denied API keys revoked. Once more changes nothing; what failed is tried again.',
);
