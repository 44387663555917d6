/** Aggregates the chunks of a streamed chat completion into the answer of the same call without streaming. */
import { isRecord } from '@assay/sdk/contract';
import type { AggregateResult, SseEvent } from '../api.ts';
import { createMergeState, type Draft, isIndex, type MergeState, mergeDelta, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { finishMessage, mergeMessage } from './draft.ts';
import { parseChatResponse } from './response.ts';

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
    const data = parseEventData(event.data);
    if (!data.ok) return { ok: false, cause: 'malformed', reason: `event ${chunks} ${data.reason}` };
    if (isErrorEvent(event, data.value)) {
      return { ok: false, cause: 'upstream_error', reason: 'the stream holds an error event' };
    }
    const problem = addChunk(draft, data.value);
    if (problem !== undefined) return { ok: false, cause: 'malformed', reason: `event ${chunks} ${problem}` };
    chunks++;
  }
  if (!done) return { ok: false, cause: 'incomplete', reason: 'the stream ended without [DONE]' };
  if (chunks === 0) return { ok: false, cause: 'malformed', reason: 'the stream has no chunks' };

  const body = toBody(draft);
  const parsed = parseChatResponse(body);
  if (!parsed.ok) return { ok: false, cause: 'malformed', reason: parsed.reason };
  return { ok: true, stream: { body, response: parsed.response } };
}

/** True for an event that reports a failure of the model server. */
export function isErrorEvent(event: SseEvent, chunk: JsonRecord): boolean {
  return event.event === 'error' || (chunk['error'] !== undefined && chunk['error'] !== null);
}

interface ChatDraft {
  readonly top: Draft;
  readonly choices: Map<number, Draft>;
  readonly state: MergeState;
}

/**
 * Members left out of the answer: padding against traffic analysis, and `object`, which has another value in a whole
 * answer.
 */
const droppedMembers: ReadonlySet<string> = new Set(['choices', 'object', 'obfuscation']);

function addChunk(draft: ChatDraft, chunk: JsonRecord): string | undefined {
  for (const [key, value] of Object.entries(chunk)) if (!droppedMembers.has(key)) setWhole(draft.top, key, value);
  const choices = chunk['choices'];
  if (choices === undefined || choices === null) return undefined;
  if (!isList(choices)) return "has 'choices' that are no list";
  for (const choice of choices) {
    const index = isRecord(choice) ? choice['index'] : undefined;
    if (!isRecord(choice) || !isIndex(index)) return 'has a choice without an index';
    const problem = addChoice(draft, choice, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A chunk has deltas only: a whole message in it is refused. */
function addChoice(draft: ChatDraft, choice: JsonRecord, index: number): string | undefined {
  const message: Draft = { role: 'assistant', content: null };
  const target = draft.choices.get(index) ?? { index, message };
  draft.choices.set(index, target);
  const { delta, index: _index, message: _message, logprobs, ...rest } = choice;
  if (delta !== undefined && delta !== null && !isRecord(delta)) return 'has a delta that is not an object';
  for (const [key, value] of Object.entries(rest)) setWhole(target, key, value);
  if (logprobs !== undefined) mergeDelta(target, { logprobs }, draft.state);
  if (isRecord(delta) && isDraft(target['message'])) mergeMessage(target['message'], delta, draft.state);
  return draft.state.problem;
}

function isDraft(value: unknown): value is Draft {
  return isRecord(value);
}

function toBody(draft: ChatDraft): JsonRecord {
  const choices = [...draft.choices.values()].sort((a, b) => Number(a['index']) - Number(b['index']));
  for (const choice of choices) {
    if (isRecord(choice['message'])) choice['message'] = finishMessage(choice['message']);
    if (!Object.hasOwn(choice, 'finish_reason')) choice['finish_reason'] = null;
  }
  return { ...draft.top, object: 'chat.completion', choices };
}
