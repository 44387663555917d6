/** `assay agent attest ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentAttest = createAgentAct({
  verb: 'attest',
  summary: 'Say, as its owner, that an agent is still needed',
  reason: 'welcome',
  takesOwner: true,
  details: ['Holds for 90 days. Exit code 1: there is no such agent, or it has ended.'],
});
