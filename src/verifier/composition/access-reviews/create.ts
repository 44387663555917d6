/** Wires access reviews. */
import { type AccessReviews, type AccessReviewsDeps, createAccessReviews } from './service.ts';
import { createAccessReviewStore } from './store.ts';

export interface AccessReviewServices {
  readonly accessReviews: AccessReviews;
}

export function createAccessReviewServices(deps: Omit<AccessReviewsDeps, 'store'>): AccessReviewServices {
  return { accessReviews: createAccessReviews({ ...deps, store: createAccessReviewStore() }) };
}
