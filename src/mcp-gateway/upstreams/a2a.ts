/**
 * An A2A agent (JSON-RPC) in the form of an MCP server: its methods are tools, its card is their definition, its message or
 * task is their structured content. So calls of agents take the way of all calls.
 */
import { isRecord } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import { definitionsOf, fetchAgentCard } from '../../platform/tools/agent-card.ts';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import { type A2aVersion, type AgentInterface, agentInterfaceOf } from '../../platform/tools/agent-interface.ts';
import { methodWords, readSaid, textsOfSaid } from '../a2a/wire.ts';
import type { JsonObject } from '../ports.ts';
import type { Ask, Conversation, Reply } from './conversation.ts';
import { toRequest } from './json-rpc.ts';
import { notTaken, ofGuarded } from './outcome.ts';
import { type Open, post } from './post-message.ts';

export interface A2aTarget {
  readonly url: string;
  readonly cardUrl: string | undefined;
  readonly open: Open;
  /** As its approved card says; undefined where a rule leaves the tool out that holds the card. */
  readonly spoken: AgentInterface | undefined;
}

/** Errors of A2A itself; the agent did not do what was asked. */
const isA2aError = (code: number): boolean => code <= -32_001 && code >= -32_009;

export function createA2aConversation(target: A2aTarget): Conversation {
  return {
    request: (ask) => (ask.method === 'tools/list' ? listTools(target, ask) : callMethod(target, ask)),
    listen: async () => ({ kind: 'none' }),
    close: async () => undefined,
  };
}

async function listTools(target: A2aTarget, { headers, signal }: Ask): Promise<Reply> {
  try {
    const card = await fetchAgentCard(target, { ...target, headers }, signal);
    return { kind: 'result', result: { tools: definitionsOf(card, target.url) } };
  } catch (error) {
    // A card that cannot be used is a listing that cannot be used, which keeps the agent from being called.
    if (isAppError(error) && error.extensions?.['reason'] === 'tools_invalid') return { kind: 'result', result: {} };
    return ofGuarded(error, signal);
  }
}

async function callMethod(target: A2aTarget, ask: Ask): Promise<Reply> {
  const { name, arguments: args } = ask.params;
  const spoken = await findSpoken(target, ask);
  if ('kind' in spoken) return spoken;
  const isCall = ask.method === 'tools/call' && typeof name === 'string';
  const method = isCall ? methodWords[spoken.version].one[name] : undefined;
  if (method === undefined) {
    return { kind: 'error', code: -32_601, message: 'an agent does not have this', data: undefined };
  }
  const id = 1;
  const request = toPost(spoken, ask, toRequest(id, method, toParams(spoken, args)));
  const reply = await post(target.open, { ...request, url: target.url, id, onMessage: () => true });
  if (reply.kind === 'result') return toToolResult(spoken.version, reply.result, name !== agentTools.send);
  return toErrorResult(reply);
}

/** Reads the card where the approved one is not at hand. */
async function findSpoken(target: A2aTarget, { headers, signal }: Ask): Promise<AgentInterface | Reply> {
  if (target.spoken !== undefined) return target.spoken;
  // Whatever goes wrong here, the question itself was not sent.
  try {
    const card = await fetchAgentCard(target, { ...target, headers }, signal);
    return agentInterfaceOf(card, target.url) ?? { ...unreadable(), isSent: false };
  } catch (error) {
    return { ...ofGuarded(error, signal), isSent: false };
  }
}

function toParams({ tenant }: AgentInterface, args: unknown): JsonObject {
  return { ...(isRecord(args) ? args : {}), ...(tenant === undefined ? {} : { tenant }) };
}

function toPost({ version }: AgentInterface, { headers, signal, timeoutMs }: Ask, body: string) {
  const named = version === '0.3' ? headers : { ...headers, 'a2a-version': version };
  return { headers: named, body, signal, timeoutMs };
}

/** Models read the texts, programs the whole. */
function toToolResult(version: A2aVersion, answer: JsonObject, isBareTask: boolean): Reply {
  const said = readSaid(version, answer, isBareTask);
  if (said === undefined) return unreadable();
  const texts = textsOfSaid(said);
  const content = texts.length === 0 ? [] : [{ type: 'text', text: texts.join('\n') }];
  return { kind: 'result', result: { content, structuredContent: answer } };
}

function unreadable() {
  return notTaken('mcp_invalid', 'the answer of the agent does not follow A2A');
}

function toErrorResult(reply: Exclude<Reply, { kind: 'result' }>): Reply {
  if (reply.kind !== 'error' || !isA2aError(reply.code)) return reply;
  const error = { code: reply.code, message: reply.message };
  const content = [{ type: 'text', text: reply.message }];
  return { kind: 'result', result: { content, structuredContent: { error }, isError: true } };
}
