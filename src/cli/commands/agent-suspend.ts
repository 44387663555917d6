/** `assay agent suspend ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentSuspend = createAgentAct({
  verb: 'suspend',
  summary: 'Stop an agent at once: its tokens are dead, gateways refuse it',
  reason: 'needed',
  takesOwner: false,
  details: [
    'Once more changes nothing. Exit code 1: it does not run.',
    "assay agent suspend billing --reason 'incident 4711'",
  ],
});
