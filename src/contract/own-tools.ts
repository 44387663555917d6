/**
 * Tools of our own services. Rules on tools name them as tools of the app `assay`, whose servers are the services. Agents
 * reach some of them through the MCP gateway; the others are at the `/mcp` of the service.
 */
import { Type } from 'typebox';

/** Stands for our own services in rules on tools. Apps of the catalog have other ids (`app_…`). */
export const ownServicesApp = 'assay';

/** Tools at `/mcp` of the verifier. */
export const verifierTools = [
  'auditor_settings',
  'get_evidence',
  'get_passport',
  'list_agent_tools',
  'verify_evidence',
] as const;

/** By the name of the service. */
const toolsForAgents: Readonly<Record<string, readonly string[]>> = {
  gateway: ['check_status', 'evaluate'],
  verifier: ['list_agent_tools'],
};

/** Tools of every auditor. */
const auditorTools = ['analyze_text', 'list_vocabulary'] as const;

/** True if a tool of one of our services is for agents at the MCP gateway. Every tool of auditors is. */
export function isToolForAgents(service: string, tool: string): boolean {
  const names = Object.hasOwn(toolsForAgents, service) ? toolsForAgents[service] : undefined;
  return names === undefined || names.includes(tool);
}

/** Lists the tools for agents that a service of this name has, before it was asked. */
export function expectedTools(service: string): readonly string[] {
  return (Object.hasOwn(toolsForAgents, service) ? toolsForAgents[service] : undefined) ?? auditorTools;
}

/** A tool of one of our services. */
export interface OwnTool {
  readonly service: string;
  readonly name: string;
}

const service = '[a-z0-9](?:[a-z0-9-]{0,32}[a-z0-9])?';
const tool = '[A-Za-z0-9_.-]{1,80}';
/** Longest question of a gateway about such tools, in characters: more do not fit into the head of a request. */
export const maxOwnToolsChars = 8_000;

export const OwnServiceNameSchema = Type.String({ pattern: `^${service}$` });
export const OwnToolNameSchema = Type.String({ pattern: `^${tool}$` });

/** One tool as `service/tool`. */
export const OwnToolSchema = Type.String({ pattern: `^${service}/${tool}$` });

/** Several tools as `service/tool`, separated by commas. */
export const OwnToolListSchema = Type.String({
  maxLength: maxOwnToolsChars,
  pattern: `^${service}/${tool}(?:,${service}/${tool})*$`,
});

export function toOwnToolText({ service: of, name }: OwnTool): string {
  return `${of}/${name}`;
}

/** @param text In the form of `OwnToolListSchema`. */
export function readOwnToolList(text: string): readonly OwnTool[] {
  return text.split(',').map((one) => {
    const [of = '', name = ''] = one.split('/');
    return { service: of, name };
  });
}

/** Header at `/mcp` of a service. A caller that names an agent here is answered as that agent. */
export const agentIdHeader = 'x-assay-agent-id';
