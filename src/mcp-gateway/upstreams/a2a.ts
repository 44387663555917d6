/**
 * An A2A agent (JSON-RPC) in the form of an MCP server: its methods are tools, its card is their definition, its message or
 * task is their structured content. So calls of agents take the way of all calls.
 */
import { isAppError } from '../../platform/errors.ts';
import { definitionsOf, fetchAgentCard } from '../../platform/tools/agent-card.ts';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import { type AgentInterface, agentInterfaceOf } from '../../platform/tools/agent-interface.ts';
import { methodWords } from '../a2a/wire.ts';
import { pushedMethod } from './a2a-push.ts';
import { type A2aTarget, toErrorResult, toParams, toPost, toToolResult, unreadable } from './a2a-request.ts';
import { streamMethod } from './a2a-stream.ts';
import type { Ask, Conversation, Reply } from './conversation.ts';
import { toRequest } from './json-rpc.ts';
import { ofGuarded } from './outcome.ts';
import { post } from './post-message.ts';

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
  const { onPart } = ask;
  const streamed = spoken.canStream && typeof name === 'string' ? methodWords[spoken.version].stream[name] : undefined;
  if (onPart !== undefined && streamed !== undefined && typeof name === 'string') {
    return streamMethod(target, spoken, ask, { tool: name, method: streamed, args, onPart });
  }
  const isPushed = onPart !== undefined && name === agentTools.send && !spoken.canStream && spoken.canPush;
  const callback = isPushed ? target.callbacks?.open() : undefined;
  if (onPart !== undefined && callback !== undefined) {
    return pushedMethod(target, spoken, ask, { args, onPart, callback }).finally(callback.close);
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
