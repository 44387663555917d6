/** `assay approval approve ID`. */
import { createApprovalStep } from '../approval-step.ts';

export const approvalApprove = createApprovalStep({
  step: 'approve',
  summary: 'Say yes to a request',
  details: [
    'Nobody approves what they asked for themselves. Read it first: assay approval show ID.',
    'A yes to a delegation makes no grant by itself: assay delegation approve does both.',
  ],
});
