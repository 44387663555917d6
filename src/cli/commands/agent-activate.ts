/** `assay agent activate ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentActivate = createAgentAct({
  verb: 'activate',
  summary: 'Let an approved agent run',
  reason: 'welcome',
  takesOwner: false,
  details: ['Exit code 1: it was not approved, or it has no owner or no credential.'],
});
