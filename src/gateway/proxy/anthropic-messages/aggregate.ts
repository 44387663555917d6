/** Aggregates the events of a streamed message into the answer of the same call without streaming. */
import { isRecord } from '@assay/sdk/contract';
import { parseExactJson } from '../../../platform/exact-json.ts';
import type { AggregateResult, SseEvent } from '../api.ts';
import { createMergeState, type Draft, type MergeState, mergeDelta, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { jsonProblemTexts } from '../json-problem.ts';
import { isList, type JsonRecord, maxBodyDepth } from '../json-tree.ts';
import { maxParts } from '../parts.ts';
import { parseMessagesResponse } from './response.ts';

/** Aggregates all events of one stream, from `message_start` to `message_stop`. */
export function aggregateMessageStream(events: readonly SseEvent[]): AggregateResult {
  const draft: MessageDraft = {
    message: undefined,
    blocks: [],
    stopped: false,
    state: createMergeState(),
  };
  for (const [position, event] of events.entries()) {
    const data = parseEventData(event.data);
    if (!data.ok) return malformed(`event ${position} ${data.reason}`);
    if (isErrorEvent(event, data.value)) {
      return { ok: false, cause: 'upstream_error', reason: 'the stream holds an error event' };
    }
    const problem = findWrongName(event, data.value) ?? addEvent(draft, data.value);
    if (problem !== undefined) return malformed(`event ${position} ${problem}`);
  }
  if (draft.message === undefined || !draft.stopped) {
    return { ok: false, cause: 'incomplete', reason: 'the stream ended without message_stop' };
  }
  const content: JsonRecord[] = [];
  for (const block of draft.blocks) {
    const finished = finishBlock(block);
    if (typeof finished === 'string') return malformed(`a block ${finished}`);
    content.push(finished);
  }
  const body = { ...draft.message, content };
  const parsed = parseMessagesResponse(body);
  if (!parsed.ok) return malformed(parsed.reason);
  return { ok: true, stream: { body, response: parsed.response } };
}

/** True for an event that reports a failure of the model server. */
export function isErrorEvent(event: SseEvent, data: JsonRecord): boolean {
  return data['type'] === 'error' || event.event === 'error';
}

/** Refuses a name that differs from the type: some clients go by the name of an event, others by its type. */
export function findWrongName(event: SseEvent, data: JsonRecord): string | undefined {
  return event.event === null || event.event === data['type'] ? undefined : 'has a name that differs from its type';
}

function malformed(reason: string): AggregateResult {
  return { ok: false, cause: 'malformed', reason };
}

export interface BlockDraft {
  readonly block: Draft;
  readonly partialJson: string[];
}

interface MessageDraft {
  message: Draft | undefined;
  readonly blocks: BlockDraft[];
  stopped: boolean;
  readonly state: MergeState;
}

function addEvent(draft: MessageDraft, data: JsonRecord): string | undefined {
  const type = data['type'];
  if (type === 'ping') return undefined;
  if (draft.stopped) return 'comes after message_stop';
  if (type === 'message_start') return startMessage(draft, data);
  if (draft.message === undefined) return 'comes before message_start';
  switch (type) {
    case 'content_block_start':
      return startBlock(draft, data);
    case 'content_block_delta':
      return addDelta(draft, data);
    case 'content_block_stop':
      return blockAt(draft, data) === undefined ? 'stops a block that was not started' : undefined;
    case 'message_delta':
      return addMessageDelta(draft.message, data);
    case 'message_stop':
      draft.stopped = true;
      return undefined;
    default:
      // Events of unknown kinds are not forwarded.
      return undefined;
  }
}

function startMessage(draft: MessageDraft, data: JsonRecord): string | undefined {
  if (draft.message !== undefined) return 'starts a second message';
  if (!isRecord(data['message'])) return 'does not start a message';
  const { content, ...rest } = data['message'];
  if (content !== undefined && !(isList(content) && content.length === 0)) return 'starts a message that has content';
  draft.message = { ...rest };
  return undefined;
}

function startBlock(draft: MessageDraft, data: JsonRecord): string | undefined {
  if (data['index'] !== draft.blocks.length) return 'starts a block out of order';
  if (draft.blocks.length >= maxParts) return 'starts too many blocks';
  if (!isRecord(data['content_block'])) return 'does not start a block';
  draft.blocks.push({ block: { ...data['content_block'] }, partialJson: [] });
  return undefined;
}

function addDelta(draft: MessageDraft, data: JsonRecord): string | undefined {
  const target = blockAt(draft, data);
  const delta = data['delta'];
  if (target === undefined) return 'adds to a block that was not started';
  if (!isRecord(delta)) return 'has no delta';
  return addToBlock(target, delta, draft.state);
}

/** Adds one delta to its block. Returns the problem, as the end of a sentence about the event. */
export function addToBlock(target: BlockDraft, delta: JsonRecord, state: MergeState): string | undefined {
  const { type: _type, partial_json: json, citation, signature, ...texts } = delta;
  if (typeof json === 'string') target.partialJson.push(json);
  else if (json !== undefined) return 'has a delta whose partial_json is not a string';
  if (citation !== undefined) mergeDelta(target.block, { citations: [citation] }, state);
  if (typeof signature === 'string') setWhole(target.block, 'signature', signature);
  else if (signature !== undefined && signature !== null) return 'has a signature that is not text';
  mergeDelta(target.block, texts, state);
  return state.problem;
}

function addMessageDelta(message: Draft, data: JsonRecord): string | undefined {
  const delta = data['delta'];
  if (!isRecord(delta)) return 'has no delta';
  for (const [key, value] of Object.entries(delta)) setWhole(message, key, value);
  const { usage } = data;
  if (usage === undefined || usage === null) return undefined;
  if (!isRecord(usage)) return 'has a usage that is not an object';
  // Usage counters are totals: later ones replace earlier ones.
  const given = Object.entries(usage).filter(([, value]) => value !== null);
  message['usage'] = { ...(isRecord(message['usage']) ? message['usage'] : {}), ...Object.fromEntries(given) };
  return undefined;
}

function blockAt(draft: MessageDraft, data: JsonRecord): BlockDraft | undefined {
  const index = data['index'];
  return typeof index === 'number' ? draft.blocks[index] : undefined;
}

/** Sets the input of a tool call. Incomplete JSON stays a string. A returned string is the problem. */
export function finishBlock({ block, partialJson }: BlockDraft): JsonRecord | string {
  const json = partialJson.join('');
  if (json === '') return block;
  const parsed = parseExactJson(json, maxBodyDepth);
  if (parsed.ok) return { ...block, input: parsed.value };
  return parsed.problem === 'no_json'
    ? { ...block, input: json }
    : `has an input that ${jsonProblemTexts[parsed.problem]}`;
}
