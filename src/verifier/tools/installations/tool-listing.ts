/** Lists the tools of an MCP server (mcp-session.ts). Its answers are untrusted until they were checked. */

import { maxTools } from '../../../contract/tool-report.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { type AgentAddress, definitionsOf, fetchAgentCard } from '../../../platform/tools/agent-card.ts';
import { maxSnapshotBytes } from '../../../platform/tools/definition.ts';
import type { AppRemote } from '../app-catalog/ports.ts';
import { assertCardSignatures } from './agent-card-signature.ts';
import { anything, converse, type McpSession, refuseServer, type ToolSource } from './mcp-session.ts';

/**
 * Gives the tools as the server wrote them. @throws AppError `unprocessable` with `reason` `unauthorized`, `forbidden`,
 * `mcp_invalid`, `tools_invalid` or `outbound_…`; `upstream_unavailable`; `upstream_timeout`.
 */
export type ListTools = (orgId: string, source: ListedSource, signal?: AbortSignal) => Promise<readonly unknown[]>;

/** A server of MCP, or an A2A agent. */
export interface ListedSource extends Omit<ToolSource, 'type'> {
  readonly type: AppRemote['type'];
  /** Of an agent whose card is not at the well-known path of its host. */
  readonly cardUrl?: string | undefined;
}

export interface ToolListingDeps {
  readonly clientOf: (orgId: string) => Pick<GuardedClient, 'open'>;
  /** Of the whole listing. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 20_000;
const maxPages = 50;

export function createToolListing({ clientOf, timeoutMs = defaultTimeoutMs }: ToolListingDeps): ListTools {
  const deps = {
    clientOf,
    timeoutMs,
    maxBytes: maxSnapshotBytes,
    maxCalls: maxPages + 20,
    words: { late: 'the server did not list its tools', forbidden: 'the server does not allow listing its tools' },
  };
  return (orgId, { type, ...source }, signal) => {
    if (type !== 'a2a') return converse(deps, { orgId, source: { ...source, type }, signal }, listAll);
    return listAgent(clientOf(orgId), source, signal);
  };
}

/** An agent has its card, and the methods that it is called by. */
async function listAgent(
  client: Pick<GuardedClient, 'open'>,
  agent: AgentAddress,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const card = await fetchAgentCard(client, agent, signal);
  await assertCardSignatures(client, card, agent.url, signal);
  return definitionsOf(card, agent.url);
}

async function listAll({ client, options }: McpSession): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const answer = await client.request({ method: 'tools/list', ...params }, anything, options);
    const list: unknown = Reflect.get(Object(answer), 'tools');
    const next: unknown = Reflect.get(Object(answer), 'nextCursor');
    if (!Array.isArray(list)) throw refuseServer('mcp_invalid', 'the server answered without a list of tools');
    tools.push(...list);
    if (tools.length > maxTools) throw refuseServer('tools_invalid', `the server lists more than ${maxTools} tools`);
    if (typeof next !== 'string' || next === '') return tools;
    if (cursors.has(next)) throw refuseServer('tools_invalid', "the pages of the server's tool list form a cycle");
    cursors.add(next);
    cursor = next;
  }
  throw refuseServer('tools_invalid', `the list of tools of the server has more than ${maxPages} pages`);
}
