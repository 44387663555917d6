/** `assay approval deny ID`. */
import { createApprovalStep } from '../approval-step.ts';

export const approvalDeny = createApprovalStep({
  step: 'deny',
  summary: 'Say no to a request, which ends it',
  details: ['One no is enough, whatever the quorum.'],
});
