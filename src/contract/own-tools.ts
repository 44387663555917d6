/**
 * Tools of our own services that agents may reach through the MCP gateway. The others are for people and operators at
 * the `/mcp` of the service. Every tool of auditors is for agents.
 */

/** By the name of the service. */
const toolsForAgents: Readonly<Record<string, readonly string[]>> = {
  gateway: ['check_status', 'evaluate'],
  verifier: ['list_agent_tools'],
};

/** True if a tool of one of our services is for agents. */
export function isToolForAgents(service: string, tool: string): boolean {
  const names = Object.hasOwn(toolsForAgents, service) ? toolsForAgents[service] : undefined;
  return names === undefined || names.includes(tool);
}

/** Header at `/mcp` of a service. A caller that names an agent here is answered as that agent. */
export const agentIdHeader = 'x-assay-agent-id';
