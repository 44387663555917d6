/** Writes chat completion streams: a buffered answer from the judged body, and denials. */
import { isRecord } from '@assay/sdk/contract';
import type { RefusalInfo, StreamIdentity } from '../api.ts';
import { isList, type JsonRecord, pickMembers } from '../json-tree.ts';
import { openAiError } from '../openai-errors.ts';
import { sseFrame, sseJson } from '../sse.ts';

const doneFrame = sseFrame(null, '[DONE]');

/** Members that assign a chunk to its answer; official chunks repeat them. */
export const headMembers: readonly string[] = ['id', 'created', 'model', 'system_fingerprint', 'service_tier'];

/** The frames of a buffered answer. */
export function encodeChatStream(body: unknown): readonly string[] {
  if (!isRecord(body)) throw new TypeError('an aggregated chat completion is always an object');
  const { choices, usage, object: _object, ...rest } = body;
  const head = { ...pickMembers(rest, headMembers), object: 'chat.completion.chunk' };
  const parts = isList(choices) ? choices.flatMap((choice) => (isRecord(choice) ? choiceChunks(choice) : [])) : [];
  const chunks: JsonRecord[] = parts.map((part) => ({ ...head, choices: [part] }));
  // Members outside of the choices go into the first chunk, because many clients ignore a chunk without a choice.
  const [first = { ...head, choices: [] }, ...others] = chunks;
  const last = usage === undefined || usage === null ? [] : [{ ...head, choices: [], usage }];
  return [...[{ ...rest, ...first }, ...others, ...last].map((chunk) => sseJson(null, chunk)), doneFrame];
}

/** A chunk with the whole message as its delta, and a closing one. */
function choiceChunks(choice: JsonRecord): readonly JsonRecord[] {
  const { message, finish_reason: finish, index, ...rest } = choice;
  const delta = isRecord(message) ? toDelta(message) : {};
  return [
    { index, delta, ...rest, finish_reason: null },
    { index, delta: {}, finish_reason: finish ?? null },
  ];
}

/** The message of an answer as one delta: its tool calls get their indices back. */
export function toDelta(message: JsonRecord): JsonRecord {
  const calls = message['tool_calls'];
  if (!isList(calls)) return message;
  return { ...message, tool_calls: calls.map((call, index) => (isRecord(call) ? { index, ...call } : call)) };
}

/**
 * The frames that end an opened stream: for a denial a chunk with `finish_reason: content_filter`, then the error,
 * which makes official clients throw; the chunk comes first because they read nothing after an error.
 */
export function encodeChatDenial(info: RefusalInfo, identity: StreamIdentity = {}): readonly string[] {
  const error = sseJson(null, { error: openAiError(info) });
  if (info.status !== 403) return [error, doneFrame];
  const chunk = {
    id: identity.id ?? 'chatcmpl-denied',
    object: 'chat.completion.chunk',
    created: identity.created ?? 0,
    model: identity.model ?? '',
    choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'content_filter' }],
  };
  return [sseJson(null, chunk), error, doneFrame];
}
