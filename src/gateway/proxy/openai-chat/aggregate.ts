/** Puts the chunks of a streamed chat completion together into the answer that the call would have had unstreamed. */
import type { AggregateResult, SseEvent } from '../api.ts';
import { createMergeState, type Draft, type MergeState, mergeDelta, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { holdsNoText, isIdentifier, maxParts } from '../parts.ts';
import { chatBooks, parseChatResponse } from './response.ts';

/** Aggregates all events of one stream, the terminating `[DONE]` included. */
export function aggregateChatStream(events: readonly SseEvent[]): AggregateResult {
  const draft: ChatDraft = { top: {}, choices: new Map(), state: createMergeState() };
  let chunks = 0;
  let done = false;
  for (const event of events) {
    if (done) return { ok: false, cause: 'malformed', reason: 'the stream goes on after [DONE]' };
    if (event.data === '[DONE]') {
      done = true;
      continue;
    }
    const chunk = parseEventData(event.data);
    if (chunk === undefined) return { ok: false, cause: 'malformed', reason: `event ${chunks} is no JSON object` };
    if (event.event === 'error' || (chunk['error'] !== undefined && chunk['error'] !== null)) {
      return { ok: false, cause: 'upstream_error', reason: 'the stream holds an error event' };
    }
    const problem = addChunk(draft, chunk);
    if (problem !== undefined) return { ok: false, cause: 'malformed', reason: `event ${chunks} ${problem}` };
    chunks++;
  }
  if (!done) return { ok: false, cause: 'incomplete', reason: 'the stream ended without [DONE]' };
  if (chunks === 0) return { ok: false, cause: 'malformed', reason: 'the stream has no chunks' };

  const body = toBody(draft);
  const parsed = parseChatResponse(body);
  if (!parsed.ok) return { ok: false, cause: 'malformed', reason: parsed.reason };
  return { ok: true, stream: { body, response: parsed.response, events, faithful: draft.state.faithful } };
}

interface ChatDraft {
  readonly top: Draft;
  readonly choices: Map<number, Draft>;
  readonly state: MergeState;
}

function addChunk(draft: ChatDraft, chunk: JsonRecord): string | undefined {
  for (const [key, value] of Object.entries(chunk)) {
    if (key === 'choices' || takesNothing(draft.top, key, value)) continue;
    if (chatBooks.includes(key) && holdsNoText(value) && holdsNoText(draft.top[key])) {
      // What the server counts or repeats: a later value in place of an earlier one loses no text.
      setWhole(draft.top, key, value, { ...draft.state });
    } else if (key === 'obfuscation') {
      // Random padding against traffic analysis: no part of the answer, so only a plain word may stand there.
      if (value !== '' && !isIdentifier(value)) draft.state.faithful = false;
    } else if (key === 'object') {
      // Replaced by the name of the whole answer.
      if (!isIdentifier(value)) draft.state.faithful = false;
    } else {
      setWhole(draft.top, key, value, draft.state);
    }
  }
  const choices = chunk['choices'];
  if (choices === undefined || choices === null) return undefined;
  if (!isList(choices)) return "has 'choices' that are no list";
  for (const choice of choices) {
    const index = isRecord(choice) ? choice['index'] : undefined;
    if (!isRecord(choice) || typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= maxParts) {
      return 'has a choice without an index';
    }
    const problem = addChoice(draft, choice, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Null behind an object changes nothing. The object is not walked again for each of many such chunks. */
function takesNothing(draft: Draft, key: string, value: unknown): boolean {
  return value === null && Object.hasOwn(draft, key) && isRecord(draft[key]);
}

function addChoice(draft: ChatDraft, choice: JsonRecord, index: number): string | undefined {
  let target = draft.choices.get(index);
  if (target === undefined) {
    target = { index, message: { role: 'assistant', content: null } };
    draft.choices.set(index, target);
  }
  const { delta, index: _index, message, content_filter_results: filter, ...rest } = choice;
  if (delta !== undefined && delta !== null && !isRecord(delta)) return 'has a delta that is no object';
  // A chunk has deltas only; a whole message would be read by some clients, and is not in what we put together.
  if (message !== undefined) draft.state.faithful = false;
  if (filter !== undefined && !takesNothing(target, 'content_filter_results', filter)) {
    const isPlain = holdsNoText(filter) && holdsNoText(target['content_filter_results']);
    setWhole(target, 'content_filter_results', filter, isPlain ? { ...draft.state } : draft.state);
  }
  mergeDelta(target, isRecord(delta) ? { ...rest, message: delta } : rest, draft.state);
  return draft.state.overflowed ? 'makes a list of the answer too long' : undefined;
}

function toBody(draft: ChatDraft): JsonRecord {
  const choices = [...draft.choices.values()].sort((a, b) => Number(a['index']) - Number(b['index']));
  for (const choice of choices) {
    const message = choice['message'];
    if (isRecord(message) && isList(message['tool_calls'])) {
      choice['message'] = { ...message, tool_calls: withoutIndices(message['tool_calls']) };
    }
    if (!Object.hasOwn(choice, 'finish_reason')) choice['finish_reason'] = null;
  }
  return { ...draft.top, object: 'chat.completion', choices };
}

/** The order of the calls takes the place of their indices. An index that is no number stays, to be inspected. */
function withoutIndices(calls: readonly unknown[]): readonly unknown[] {
  const indexOf = (call: unknown): number => (isRecord(call) && typeof call['index'] === 'number' ? call['index'] : 0);
  return [...calls]
    .sort((a, b) => indexOf(a) - indexOf(b))
    .map((call) => {
      if (!isRecord(call) || typeof call['index'] !== 'number') return call;
      const { index: _index, ...rest } = call;
      return rest;
    });
}
