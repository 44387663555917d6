/** `assay agent decommission ID`. */
import { createAgentAct } from '../agent-act.ts';

export const agentDecommission = createAgentAct({
  verb: 'decommission',
  summary: 'End an agent for good: there is no way back',
  reason: 'welcome',
  takesOwner: true,
  details: ['Its OAuth client and its keys are dead. Exit code 1: there is no such agent.'],
});
