/** Puts the events of a streamed message together into the answer that the call would have had unstreamed. */
import type { AggregateResult, SseEvent } from '../api.ts';
import { createMergeState, type Draft, type MergeState, mergeDelta, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { viewOfJson } from '../json-view.ts';
import { holdsNoText, isIdentifier, maxParts } from '../parts.ts';
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
    if (data === undefined) return malformed(`event ${position} is no JSON object`);
    if (data['type'] === 'error' || event.event === 'error') {
      return { ok: false, cause: 'upstream_error', reason: 'the stream holds an error event' };
    }
    const problem = addEvent(draft, data);
    if (problem !== undefined) return malformed(`event ${position} ${problem}`);
  }
  if (draft.message === undefined || !draft.stopped) {
    return { ok: false, cause: 'incomplete', reason: 'the stream ended without message_stop' };
  }
  const body = { ...draft.message, content: draft.blocks.map((block) => finishBlock(block, draft.state)) };
  const parsed = parseMessagesResponse(body);
  if (!parsed.ok) return malformed(parsed.reason);
  return { ok: true, stream: { body, response: parsed.response, events, faithful: draft.state.faithful } };
}

function malformed(reason: string): AggregateResult {
  return { ok: false, cause: 'malformed', reason };
}

/** A block that is being put together. */
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
  if (draft.stopped) return 'stands behind message_stop';
  if (type === 'message_start') return startMessage(draft, data);
  if (draft.message === undefined) return 'stands before message_start';
  switch (type) {
    case 'content_block_start':
      return startBlock(draft, data);
    case 'content_block_delta':
      return addDelta(draft, data);
    case 'content_block_stop':
      noteMembers(draft, data, ['type', 'index']);
      return blockAt(draft, data) === undefined ? 'stops a block that was not started' : undefined;
    case 'message_delta':
      return addMessageDelta(draft, draft.message, data);
    case 'message_stop':
      noteMembers(draft, data, ['type']);
      draft.stopped = true;
      return undefined;
    default:
      draft.state.faithful = false;
      return undefined;
  }
}

function startMessage(draft: MessageDraft, data: JsonRecord): string | undefined {
  if (draft.message !== undefined) return 'starts a second message';
  if (!isRecord(data['message'])) return 'starts no message';
  noteMembers(draft, data, ['type', 'message']);
  const { content, ...rest } = data['message'];
  if (content !== undefined && !(isList(content) && content.length === 0)) draft.state.faithful = false;
  draft.message = {};
  mergeDelta(draft.message, rest, draft.state);
  return undefined;
}

function startBlock(draft: MessageDraft, data: JsonRecord): string | undefined {
  if (data['index'] !== draft.blocks.length) return 'starts a block out of order';
  if (draft.blocks.length >= maxParts) return 'starts too many blocks';
  if (!isRecord(data['content_block'])) return 'starts no block';
  noteMembers(draft, data, ['type', 'index', 'content_block']);
  draft.blocks.push({ block: { ...data['content_block'] }, partialJson: [] });
  return undefined;
}

function addDelta(draft: MessageDraft, data: JsonRecord): string | undefined {
  const target = blockAt(draft, data);
  const delta = data['delta'];
  if (target === undefined) return 'adds to a block that was not started';
  if (!isRecord(delta)) return 'has no delta';
  noteMembers(draft, data, ['type', 'index', 'delta']);
  return addToBlock(target, delta, draft.state);
}

/** Adds one delta to its block. Returns what is wrong with it, as the end of a sentence about the event. */
export function addToBlock(target: BlockDraft, delta: JsonRecord, state: MergeState): string | undefined {
  const { type, partial_json: json, citation, signature, ...texts } = delta;
  if (type !== undefined && !isIdentifier(type)) state.faithful = false;
  if (typeof json === 'string') target.partialJson.push(json);
  else if (json !== undefined) return 'has a delta whose partial_json is no string';
  if (citation !== undefined) mergeDelta(target.block, { citations: [citation] }, state);
  if (signature !== undefined) setWhole(target.block, 'signature', signature, state);
  mergeDelta(target.block, texts, state);
  return state.overflowed ? 'makes a list of the answer too long' : undefined;
}

function addMessageDelta(draft: MessageDraft, message: Draft, data: JsonRecord): string | undefined {
  noteMembers(draft, data, ['type', 'delta', 'usage']);
  const delta = data['delta'];
  if (!isRecord(delta)) return 'has no delta';
  // The content is put together from the blocks; a second one beside them would get lost.
  if (Object.hasOwn(delta, 'content')) draft.state.faithful = false;
  for (const [key, value] of Object.entries(delta)) setWhole(message, key, value, draft.state);
  // Counters: later ones are totals that replace earlier ones.
  if (isRecord(data['usage'])) {
    const usage = isRecord(message['usage']) ? message['usage'] : {};
    if (!holdsNoText(message['usage'])) draft.state.faithful = false;
    const given = Object.entries(data['usage']).filter(([, value]) => value !== null);
    message['usage'] = { ...usage, ...Object.fromEntries(given) };
  } else if (data['usage'] !== undefined && data['usage'] !== null) {
    draft.state.faithful = false;
  }
  return undefined;
}

function blockAt(draft: MessageDraft, data: JsonRecord): BlockDraft | undefined {
  const index = data['index'];
  return typeof index === 'number' ? draft.blocks[index] : undefined;
}

/** Members that we do not know are not in the aggregated answer, so texts in them must not be passed on. */
function noteMembers(draft: MessageDraft, data: JsonRecord, known: readonly string[]): void {
  for (const [key, value] of Object.entries(data)) {
    if (!known.includes(key) && (typeof value === 'object' || (typeof value === 'string' && !isIdentifier(value)))) {
      draft.state.faithful = false;
    }
  }
}

/** Sets the input of a tool call. Cut off in the middle of its JSON it stays a string. */
export function finishBlock(target: BlockDraft, state: MergeState): JsonRecord {
  const json = target.partialJson.join('');
  if (json === '') return target.block;
  const given = target.block['input'];
  if (given !== undefined && !(isRecord(given) && Object.keys(given).length === 0)) state.faithful = false;
  const parsed = parseJson(json);
  if (parsed === undefined) return { ...target.block, input: json };
  if (viewOfJson(JSON.stringify(parsed.value)) !== viewOfJson(withoutSpace(json))) state.faithful = false;
  return { ...target.block, input: parsed.value };
}

function parseJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Of two members with one name only the last is parsed; comparing with what was parsed finds that. */
function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/gs, (_all, text?: string) => text ?? '');
}
