/** Requests to an A2A agent in the version of its card, and its answers as results of tools. */
import { isRecord } from '@assay/sdk/contract';
import type { Clock } from '../../platform/clock.ts';
import type { A2aVersion, AgentInterface } from '../../platform/tools/agent-interface.ts';
import type { Callbacks } from '../a2a/callbacks.ts';
import { readSaid, textsOfSaid } from '../a2a/wire.ts';
import type { JsonObject } from '../ports.ts';
import type { Ask, Reply } from './conversation.ts';
import { notTaken } from './outcome.ts';
import type { Open } from './post-message.ts';

export interface A2aTarget {
  readonly url: string;
  readonly cardUrl: string | undefined;
  readonly open: Open;
  readonly clock: Clock;
  /** Addresses for pushed updates; absent where the gateway has none. */
  readonly callbacks: Pick<Callbacks, 'open'> | undefined;
  /** As its approved card says; undefined where a rule leaves the tool out that holds the card. */
  readonly spoken: AgentInterface | undefined;
}

/** Errors of A2A itself; the agent did not do what was asked. */
const isA2aError = (code: number): boolean => code <= -32_001 && code >= -32_009;

export function toParams({ tenant }: AgentInterface, args: unknown): JsonObject {
  return { ...(isRecord(args) ? args : {}), ...(tenant === undefined ? {} : { tenant }) };
}

export function toPost({ version }: AgentInterface, { headers, signal, timeoutMs }: Ask, body: string) {
  const named = version === '0.3' ? headers : { ...headers, 'a2a-version': version };
  return { headers: named, body, signal, timeoutMs };
}

/** Models read the texts, programs the whole. */
export function toToolResult(version: A2aVersion, answer: JsonObject, isBareTask: boolean): Reply {
  const said = readSaid(version, answer, isBareTask);
  if (said === undefined) return unreadable();
  const texts = textsOfSaid(said);
  const content = texts.length === 0 ? [] : [{ type: 'text', text: texts.join('\n') }];
  return { kind: 'result', result: { content, structuredContent: answer } };
}

export function unreadable() {
  return notTaken('mcp_invalid', 'the answer of the agent does not follow A2A');
}

export function toErrorResult(reply: Exclude<Reply, { kind: 'result' }>): Reply {
  if (reply.kind !== 'error' || !isA2aError(reply.code)) return reply;
  const error = { code: reply.code, message: reply.message };
  const content = [{ type: 'text', text: reply.message }];
  return { kind: 'result', result: { content, structuredContent: { error }, isError: true } };
}
