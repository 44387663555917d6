/** Wires the tools of agents, as gateways see them, over installed apps, rules and credentials. */

import { createMayActForAgent, type MayActForAgentDeps } from './may-act-for-agent.ts';
import { type AgentToolsApi, type AgentToolsDeps, createAgentTools } from './service.ts';

export interface AgentToolsServices {
  readonly agentTools: AgentToolsApi;
}

export type AgentToolsWiring = Omit<AgentToolsDeps, 'maySpeak'> & MayActForAgentDeps;

export function createAgentToolsServices(wiring: AgentToolsWiring): AgentToolsServices {
  return { agentTools: createAgentTools({ ...wiring, maySpeak: createMayActForAgent(wiring) }) };
}
