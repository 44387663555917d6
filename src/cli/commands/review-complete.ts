/** `assay review complete INSTANCE`. */
import { createReviewStep } from '../review-step.ts';

export const reviewComplete = createReviewStep(
  'complete',
  'Complete an instance of an access review before its end',
  'What nobody decided gets the default decision of the review, which is applied at once where the review says so.',
);
