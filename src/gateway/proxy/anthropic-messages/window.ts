/**
 * Message streams in window mode: text and thinking are sent sentence by sentence, every other block whole at its end.
 */
import { isRecord } from '@assay/sdk/contract';
import type {
  InspectedResponse,
  RefusalInfo,
  SseEvent,
  StreamIdentity,
  WindowOptions,
  WindowReleaser,
  WindowStep,
} from '../api.ts';
import { createMergeState, type Draft, type MergeState } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { maxParts } from '../parts.ts';
import { createWindowQueue, type WindowQueue } from '../window-queue.ts';
import { addToBlock, type BlockDraft, findWrongName, finishBlock, isErrorEvent } from './aggregate.ts';
import { blockFrames, encodeMessageDenial, messageFrame } from './encode.ts';
import { parseMessagesResponse } from './response.ts';

export function createMessageWindowReleaser(options?: WindowOptions): WindowReleaser {
  const queue = createWindowQueue(options);
  const answer: OpenAnswer = {
    queue,
    started: false,
    identity: undefined,
    blocks: [],
    ends: [],
    stopped: false,
    state: createMergeState(),
  };
  let failure: WindowStep | undefined;

  const fail = (cause: 'incomplete' | 'malformed' | 'upstream_error', reason: string): WindowStep => {
    failure = { ok: false, cause, reason };
    return failure;
  };

  return {
    push(event: SseEvent) {
      if (failure !== undefined) return failure;
      const data = parseEventData(event.data);
      if (!data.ok) return fail('malformed', `an event ${data.reason}`);
      if (isErrorEvent(event, data.value)) return fail('upstream_error', 'the stream holds an error event');
      const problem = findWrongName(event, data.value) ?? addEvent(answer, data.value);
      return problem === undefined ? queue.step() : fail('malformed', `an event ${problem}`);
    },
    finish() {
      if (failure !== undefined) return failure;
      return answer.stopped ? queue.step() : fail('incomplete', 'the stream ended without message_stop');
    },
    release(windowId, spans = []) {
      if (failure !== undefined) return failure;
      const step = queue.release(windowId, spans);
      if (!step.ok) failure = step;
      return step;
    },
    deny: (info: RefusalInfo) => encodeMessageDenial(info, { ...answer.identity, started: queue.hasStarted() }),
  };
}

interface OpenBlock extends BlockDraft {
  /** The member whose text is sent while it grows; undefined for a block that is sent whole. */
  readonly growing: 'text' | 'thinking' | undefined;
  stopped: boolean;
}

interface OpenAnswer {
  readonly queue: WindowQueue;
  /** True once the start of the message waits for its audit. */
  started: boolean;
  /** Id and model, once they were sent. */
  identity: StreamIdentity | undefined;
  readonly blocks: OpenBlock[];
  /** The `message_delta` events with the stop reason; they wait for the end, where a denial may still replace them. */
  readonly ends: { readonly body: JsonRecord; readonly response: InspectedResponse }[];
  stopped: boolean;
  readonly state: MergeState;
}

/** Events of unknown kinds are not forwarded. */
function addEvent(answer: OpenAnswer, data: JsonRecord): string | undefined {
  const type = data['type'];
  if (type === 'ping') {
    if (answer.started && !answer.stopped) answer.queue.frames(() => [messageFrame({ type: 'ping' })]);
    return undefined;
  }
  if (answer.stopped) return 'comes after message_stop';
  if (type === 'message_start') return startMessage(answer, data['message']);
  if (!answer.started) return 'comes before message_start';
  switch (type) {
    case 'content_block_start':
      return startBlock(answer, data);
    case 'content_block_delta':
      return addDelta(answer, data);
    case 'content_block_stop':
      return typeof data['index'] === 'number' ? stopBlock(answer, data['index']) : 'does not stop a block';
    case 'message_delta':
      return addMessageDelta(answer, data);
    case 'message_stop':
      return stopMessage(answer);
    default:
      return undefined;
  }
}

function startMessage(answer: OpenAnswer, message: unknown): string | undefined {
  if (answer.started) return 'starts a second message';
  if (!isRecord(message)) return 'does not start a message';
  const { content } = message;
  if (content !== undefined && !(isList(content) && content.length === 0)) return 'starts a message that has content';
  answer.started = true;
  const { id = 'msg', model = '', usage = { input_tokens: 0, output_tokens: 0 } } = message;
  const plain = { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
  return sendBody(answer, 'aside', { ...plain, usage }, (sent) => {
    answer.identity = toIdentity(sent);
    return [messageFrame({ type: 'message_start', message: sent })];
  });
}

function toIdentity({ id, model }: JsonRecord): StreamIdentity {
  return { ...(typeof id === 'string' ? { id } : {}), ...(typeof model === 'string' ? { model } : {}) };
}

function startBlock(answer: OpenAnswer, data: JsonRecord): string | undefined {
  const index = answer.blocks.length;
  const block = data['content_block'];
  if (data['index'] !== index || index >= maxParts) return 'starts a block out of order';
  if (!isRecord(block)) return 'does not start a block';
  if (answer.blocks.at(-1)?.stopped === false) return 'starts a block before the last one ended';
  const type = block['type'];
  const growing = type === 'text' || type === 'thinking' ? type : undefined;
  const draft: Draft = { ...block };
  answer.blocks.push({ block: draft, partialJson: [], growing, stopped: false });
  if (growing === undefined) return undefined;
  const start = growing === 'text' ? { type, text: '' } : { type, thinking: '', signature: '' };
  answer.queue.frames(() => [messageFrame({ type: 'content_block_start', index, content_block: start })]);
  growText(answer, index, growing, block[growing]);
  draft[growing] = '';
  return undefined;
}

function growText(answer: OpenAnswer, index: number, member: 'text' | 'thinking', text: unknown): void {
  if (typeof text !== 'string' || text === '') return;
  answer.queue.text(`${index}/${member}`, text, (stretch) =>
    deltaFrame(index, { type: `${member}_delta`, [member]: stretch }),
  );
}

function addDelta(answer: OpenAnswer, data: JsonRecord): string | undefined {
  const index = data['index'];
  const target = typeof index === 'number' ? answer.blocks[index] : undefined;
  if (typeof index !== 'number' || target === undefined || target.stopped) return 'adds to a block that is not open';
  const delta = data['delta'];
  if (!isRecord(delta)) return 'has no delta';
  if (target.growing === undefined) return addToBlock(target, delta, answer.state);
  const { [target.growing]: text, ...rest } = delta;
  growText(answer, index, target.growing, text);
  return addToBlock(target, rest, answer.state);
}

function stopBlock(answer: OpenAnswer, index: number): string | undefined {
  const target = answer.blocks[index];
  if (target === undefined || target.stopped) return 'stops a block that is not open';
  target.stopped = true;
  const { queue } = answer;
  queue.closeLanes(`${index}/`);
  const block = finishBlock(target);
  if (typeof block === 'string') return `completes a block that ${block}`;
  if (target.growing === undefined) return sendBlock(answer, 'whole', block, (sent) => blockFrames(sent, index));
  const problem = sendBehindText(answer, block, index);
  queue.frames(() => [messageFrame({ type: 'content_block_stop', index })]);
  return problem;
}

/** Sends the other members of a text block: citations, and the seal of a thought. */
function sendBehindText(answer: OpenAnswer, { citations, signature }: JsonRecord, index: number): string | undefined {
  if (isList(citations) && citations.length > 0) {
    return sendBlock(answer, 'whole', { type: 'text', text: '', citations }, (sent) =>
      listOf(sent['citations']).map((citation) => deltaFrame(index, { type: 'citations_delta', citation })),
    );
  }
  if (typeof signature !== 'string' || signature === '') return undefined;
  return sendBlock(answer, 'aside', { type: 'thinking', thinking: '', signature }, (sent) => [
    deltaFrame(index, { type: 'signature_delta', signature: sent['signature'] }),
  ]);
}

function sendBlock(
  answer: OpenAnswer,
  as: 'whole' | 'aside',
  block: JsonRecord,
  toFrames: (block: JsonRecord) => readonly string[],
): string | undefined {
  return sendBody(answer, as, { content: [block] }, (sent) => toFrames(toRecord(listOf(sent['content'])[0])));
}

/** Queues a body, which is audited if there is anything to read in it. */
function sendBody(
  answer: OpenAnswer,
  as: 'whole' | 'aside',
  body: JsonRecord,
  toFrames: (sent: JsonRecord) => readonly string[],
): string | undefined {
  const parsed = parseMessagesResponse(body);
  if (!parsed.ok) return `does not belong to a message: ${parsed.reason}`;
  answer.queue[as](body, parsed.response, (sent) => toFrames(toRecord(sent)));
  return undefined;
}

function toRecord(value: unknown): JsonRecord {
  if (!isRecord(value)) throw new TypeError('redaction changed the shape of an answer');
  return value;
}

function addMessageDelta(answer: OpenAnswer, data: JsonRecord): string | undefined {
  const delta = data['delta'];
  if (!isRecord(delta)) return 'has no delta';
  const usage = data['usage'] ?? { output_tokens: 0 };
  const { stop_reason = null, stop_sequence = null } = delta;
  const body = { content: [], stop_reason, stop_sequence, usage };
  const parsed = parseMessagesResponse(body);
  if (!parsed.ok) return `is not the end of a message: ${parsed.reason}`;
  if (answer.ends.length >= maxParts) return 'ends the message more than once';
  answer.ends.push({ body, response: parsed.response });
  return undefined;
}

function toEndFrame(value: unknown): string {
  const sent = toRecord(value);
  const delta = { stop_reason: sent['stop_reason'], stop_sequence: sent['stop_sequence'] };
  return messageFrame({ type: 'message_delta', delta, usage: sent['usage'] });
}

function stopMessage(answer: OpenAnswer): string | undefined {
  if (answer.blocks.at(-1)?.stopped === false) return 'ends the message before its last block';
  answer.stopped = true;
  for (const { body, response } of answer.ends) answer.queue.whole(body, response, (sent) => [toEndFrame(sent)]);
  answer.queue.frames(() => [messageFrame({ type: 'message_stop' })]);
  answer.queue.end();
  return undefined;
}

function deltaFrame(index: number, delta: JsonRecord): string {
  return messageFrame({ type: 'content_block_delta', index, delta });
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}
