/**
 * Which tools of our own services agents may reach through the MCP gateway. The others are for people and operators, who
 * call the `/mcp` of the service itself; auditors have none that are not for agents.
 */

/** By the name of the service. */
const toolsForAgents: Readonly<Record<string, readonly string[]>> = {
  gateway: ['check_status', 'evaluate'],
  verifier: ['list_agent_tools'],
};

/** Whether a tool of one of our services is for agents. */
export function isToolForAgents(service: string, tool: string): boolean {
  const names = Object.hasOwn(toolsForAgents, service) ? toolsForAgents[service] : undefined;
  return names === undefined || names.includes(tool);
}

/** At `/mcp` of a service: whoever names an agent here is answered as that agent. */
export const agentIdHeader = 'x-assay-agent-id';
