/** Wires the tools of agents, as gateways see them, over installed apps, rules and credentials. */
import { type AgentToolsApi, type AgentToolsDeps, createAgentTools } from './service.ts';
import { createMaySpeak, type SpeakingDeps } from './speaking.ts';

export interface AgentToolsServices {
  readonly agentTools: AgentToolsApi;
}

export type AgentToolsWiring = Omit<AgentToolsDeps, 'maySpeak'> & SpeakingDeps;

export function createAgentToolsServices(wiring: AgentToolsWiring): AgentToolsServices {
  return { agentTools: createAgentTools({ ...wiring, maySpeak: createMaySpeak(wiring) }) };
}
