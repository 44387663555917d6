/**
 * An A2A agent (protocol 0.3, JSON-RPC) in the form of an MCP server: its methods are tools, its card is their definition, its
 * message or task is their structured content. So calls of agents take the way of all calls.
 */
import { isRecord } from '@assay/sdk/contract';
import { isAppError } from '../../platform/errors.ts';
import { agentTools, fetchAgentCard, toAgentDefinitions } from '../../platform/tools/agent-card.ts';
import type { JsonObject } from '../ports.ts';
import type { Ask, Conversation, Reply } from './conversation.ts';
import { toRequest } from './json-rpc.ts';
import { ofGuarded } from './outcome.ts';
import { type Open, post } from './post-message.ts';

export interface A2aTarget {
  readonly url: string;
  readonly open: Open;
}

const methods: Readonly<Record<string, string>> = {
  [agentTools.send]: 'message/send',
  [agentTools.get]: 'tasks/get',
  [agentTools.cancel]: 'tasks/cancel',
};

/** Errors of A2A itself; the agent did not do what was asked. */
const isA2aError = (code: number): boolean => code <= -32_001 && code >= -32_007;

export function createA2aConversation(target: A2aTarget): Conversation {
  return {
    request: (ask) => (ask.method === 'tools/list' ? listTools(target, ask) : callMethod(target, ask)),
    listen: async () => ({ kind: 'none' }),
    close: async () => undefined,
  };
}

async function listTools({ url, open }: A2aTarget, { headers, signal }: Ask): Promise<Reply> {
  try {
    return {
      kind: 'result',
      result: { tools: toAgentDefinitions(await fetchAgentCard({ open }, { url, headers }, signal)) },
    };
  } catch (error) {
    // A card that cannot be used is a listing that cannot be used, which keeps the agent from being called.
    if (isAppError(error) && error.extensions?.['reason'] === 'tools_invalid') return { kind: 'result', result: {} };
    return ofGuarded(error, signal);
  }
}

async function callMethod(
  { url, open }: A2aTarget,
  { method, params, headers, signal, timeoutMs }: Ask,
): Promise<Reply> {
  const { name, arguments: args } = params;
  const called = method === 'tools/call' && typeof name === 'string' ? methods[name] : undefined;
  if (called === undefined) {
    return { kind: 'error', code: -32_601, message: 'an agent does not have this', data: undefined };
  }
  const id = 1;
  const body = toRequest(id, called, isRecord(args) ? args : {});
  const reply = await post(open, { url, headers, body, id, signal, timeoutMs, onMessage: () => true });
  if (reply.kind === 'result') return { kind: 'result', result: toToolResult(reply.result) };
  if (reply.kind !== 'error' || !isA2aError(reply.code)) return reply;
  const error = { code: reply.code, message: reply.message };
  const content = [{ type: 'text', text: reply.message }];
  return { kind: 'result', result: { content, structuredContent: { error }, isError: true } };
}

/** Models read the texts, programs the whole. */
function toToolResult(answer: JsonObject): JsonObject {
  const texts = textsOf(answer);
  const content = texts.length === 0 ? [] : [{ type: 'text', text: texts.join('\n') }];
  return { content, structuredContent: answer };
}

/** Texts of a message, or of the status message and the artifacts of a task. */
function textsOf({ kind, parts, status, artifacts }: JsonObject): string[] {
  if (kind === 'message') return textsOfParts(parts);
  const message = isRecord(status) && isRecord(status['message']) ? status['message']['parts'] : [];
  const made: readonly unknown[] = Array.isArray(artifacts) ? artifacts : [];
  return [...textsOfParts(message), ...made.filter(isRecord).flatMap((one) => textsOfParts(one['parts']))];
}

function textsOfParts(parts: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(parts) ? parts : [];
  return all.filter(isRecord).flatMap(({ kind, text }) => (kind === 'text' && typeof text === 'string' ? [text] : []));
}
