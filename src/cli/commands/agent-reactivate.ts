/** `assay agent reactivate ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentReactivate = createAgentAct({
  verb: 'reactivate',
  summary: 'Let a suspended agent run again',
  reason: 'needed',
  takesOwner: false,
  details: ['Tokens from before stay dead. Exit code 1: it is not suspended, or it has no owner.'],
});
