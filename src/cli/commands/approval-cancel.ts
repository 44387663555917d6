/** `assay approval cancel ID`. */
import { createApprovalStep } from '../approval-step.ts';

export const approvalCancel = createApprovalStep({
  step: 'cancel',
  summary: 'Take a request back that you made',
  details: ['An admin may take back any.'],
});
