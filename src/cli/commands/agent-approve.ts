/** `assay agent approve ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentApprove = createAgentAct({
  verb: 'approve',
  summary: 'Approve an agent that waits for it',
  reason: 'welcome',
  takesOwner: true,
  details: [
    'Whoever registered an agent does not approve it. Then: assay agent activate ID.',
    'Exit code 1: it does not wait for an approval, or you registered it.',
  ],
});
