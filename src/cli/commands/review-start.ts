/** `assay review start INSTANCE`. */
import { createReviewStep } from '../review-step.ts';

export const reviewStart = createReviewStep(
  'start',
  'Start an instance of an access review before its time',
  'The snapshot is taken now: what comes later is not reviewed.',
);
