/** Writes chat completion streams: a buffered answer as it came or made anew from its redacted body, and denials. */
import type { AggregatedStream, RefusalInfo, StreamIdentity } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { openAiError } from '../openai-errors.ts';
import { sseFrame } from '../sse.ts';

const doneFrame = sseFrame(null, '[DONE]');

/** The frames of a buffered answer. */
export function encodeChatStream(stream: AggregatedStream, redactedBody?: unknown): readonly string[] {
  if (redactedBody === undefined && stream.faithful) return stream.events.map(({ data }) => sseFrame(null, data));
  const body = redactedBody ?? stream.body;
  if (!isRecord(body)) throw new TypeError('an aggregated chat completion is always an object');
  const { choices, usage, object: _object, ...rest } = body;
  const head = { ...rest, object: 'chat.completion.chunk' };
  const frames: string[] = [];
  const chunk = (members: JsonRecord): void => {
    frames.push(sseFrame(null, JSON.stringify({ ...head, ...members })));
  };
  for (const choice of isList(choices) ? choices : []) {
    if (isRecord(choice)) for (const part of choiceChunks(choice)) chunk({ choices: [part] });
  }
  if (usage !== undefined && usage !== null) chunk({ choices: [], usage });
  frames.push(doneFrame);
  return frames;
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
 * which makes official clients throw; the chunk stands first because they read nothing behind an error.
 */
export function encodeChatDenial(info: RefusalInfo, identity: StreamIdentity = {}): readonly string[] {
  const error = sseFrame(null, JSON.stringify({ error: openAiError(info) }));
  if (info.status !== 403) return [error, doneFrame];
  const chunk = {
    id: identity.id ?? 'chatcmpl-denied',
    object: 'chat.completion.chunk',
    created: identity.created ?? 0,
    model: identity.model ?? '',
    choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'content_filter' }],
  };
  return [sseFrame(null, JSON.stringify(chunk)), error, doneFrame];
}
