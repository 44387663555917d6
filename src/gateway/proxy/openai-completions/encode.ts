/** Writes plain completion streams: a buffered answer from the judged body, and denials. */
import { isRecord } from '@assay/sdk/contract';
import type { RefusalInfo, StreamIdentity } from '../api.ts';
import { isList, type JsonRecord, pickMembers } from '../json-tree.ts';
import { headMembers } from '../openai-chat/encode.ts';
import { openAiError } from '../openai-errors.ts';
import { sseFrame, sseJson } from '../sse.ts';

export const chunkObject = 'text_completion';
export const doneFrame = sseFrame(null, '[DONE]');

/** The frames of a buffered answer: one chunk for each choice. */
export function encodeCompletionStream(body: unknown): readonly string[] {
  if (!isRecord(body)) throw new TypeError('an aggregated completion is always an object');
  const { choices, usage, object: _object, ...rest } = body;
  const head = { ...pickMembers(rest, headMembers), object: chunkObject };
  const chunks: JsonRecord[] = isList(choices) ? choices.map((choice) => ({ ...head, choices: [choice] })) : [];
  // Members outside of the choices go into the first chunk, because many clients ignore a chunk without a choice.
  const [first = { ...head, choices: [] }, ...others] = chunks;
  const last = usage === undefined || usage === null ? [] : [{ ...head, choices: [], usage }];
  return [...[{ ...rest, ...first }, ...others, ...last].map((chunk) => sseJson(null, chunk)), doneFrame];
}

/** The frames that end an opened stream: for a denial a chunk with `content_filter`, then the error, which throws. */
export function encodeCompletionDenial(info: RefusalInfo, identity: StreamIdentity = {}): readonly string[] {
  const error = sseJson(null, { error: openAiError(info) });
  if (info.status !== 403) return [error, doneFrame];
  const chunk = {
    id: identity.id ?? 'cmpl-denied',
    object: chunkObject,
    created: identity.created ?? 0,
    model: identity.model ?? '',
    choices: [{ text: '', index: 0, logprobs: null, finish_reason: 'content_filter' }],
  };
  return [sseJson(null, chunk), error, doneFrame];
}
