/** Aggregates the chunks of a streamed plain completion into the answer of the same call without streaming. */
import { isRecord } from '@assay/sdk/contract';
import type { AggregateResult, SseEvent } from '../api.ts';
import { createMergeState, type Draft, isIndex, type MergeState, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { isErrorEvent } from '../openai-chat/aggregate.ts';
import { mergeChoice, startChoice } from './draft.ts';
import { parseCompletionResponse } from './response.ts';

/** Aggregates all events of one stream, the terminating `[DONE]` included. */
export function aggregateCompletionStream(events: readonly SseEvent[]): AggregateResult {
  const draft: CompletionDraft = { top: {}, choices: new Map(), state: createMergeState() };
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
  const choices = [...draft.choices.values()].sort((a, b) => Number(a['index']) - Number(b['index']));
  const body = { ...draft.top, choices };
  const parsed = parseCompletionResponse(body);
  if (!parsed.ok) return { ok: false, cause: 'malformed', reason: parsed.reason };
  return { ok: true, stream: { body, response: parsed.response } };
}

interface CompletionDraft {
  readonly top: Draft;
  readonly choices: Map<number, Draft>;
  readonly state: MergeState;
}

/** `obfuscation` is padding against traffic analysis. */
const droppedMembers: ReadonlySet<string> = new Set(['choices', 'obfuscation']);

function addChunk({ top, choices, state }: CompletionDraft, chunk: JsonRecord): string | undefined {
  for (const [key, value] of Object.entries(chunk)) if (!droppedMembers.has(key)) setWhole(top, key, value);
  const list = chunk['choices'];
  if (list === undefined || list === null) return undefined;
  if (!isList(list)) return "has 'choices' that are no list";
  for (const choice of list) {
    const index = isRecord(choice) ? choice['index'] : undefined;
    if (!isRecord(choice) || !isIndex(index)) return 'has a choice without an index';
    const draft = choices.get(index) ?? startChoice(index);
    choices.set(index, draft);
    mergeChoice(draft, choice, state);
  }
  return state.problem;
}
