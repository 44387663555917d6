/** Chat completion streams in window mode: texts go out sentence by sentence, all else of a choice whole at its end. */
import type { RefusalInfo, SseEvent, WindowOptions, WindowReleaser, WindowStep } from '../api.ts';
import { createMergeState, type Draft, type MergeState, mergeDelta, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { isIdentifier, maxParts } from '../parts.ts';
import { sseFrame } from '../sse.ts';
import { createWindowQueue, type WindowQueue } from '../window-queue.ts';
import { encodeChatDenial, toDelta } from './encode.ts';
import { parseChatResponse } from './response.ts';

/** Makes the releaser for one stream. */
export function createChatWindowReleaser(options?: WindowOptions): WindowReleaser {
  const queue = createWindowQueue(options);
  const answer: OpenAnswer = {
    queue,
    head: {},
    rest: {},
    choices: new Map(),
    finishes: [],
    state: createMergeState(),
  };
  let failure: WindowStep | undefined;
  let done = false;

  const fail = (cause: 'incomplete' | 'malformed' | 'upstream_error', reason: string): WindowStep => {
    failure = { ok: false, cause, reason };
    return failure;
  };

  return {
    push(event: SseEvent) {
      if (failure !== undefined) return failure;
      if (done) return fail('malformed', 'the stream goes on after [DONE]');
      if (event.data === '[DONE]') {
        done = true;
        const problem = endAnswer(answer);
        return problem === undefined ? queue.step() : fail('malformed', problem);
      }
      const chunk = parseEventData(event.data);
      if (chunk === undefined) return fail('malformed', 'an event is no JSON object');
      if (event.event === 'error' || (chunk['error'] !== undefined && chunk['error'] !== null)) {
        return fail('upstream_error', 'the stream holds an error event');
      }
      const problem = addChunk(answer, chunk);
      return problem === undefined ? queue.step() : fail('malformed', problem);
    },
    finish() {
      if (failure !== undefined) return failure;
      return done ? queue.step() : fail('incomplete', 'the stream ended without [DONE]');
    },
    release(windowId, spans = []) {
      if (failure !== undefined) return failure;
      const step = queue.release(windowId, spans);
      if (!step.ok) failure = step;
      return step;
    },
    deny: (info: RefusalInfo) => encodeChatDenial(info, { ...toIdentity(answer.head), started: queue.hasStarted() }),
  };
}

interface OpenChoice {
  /** Tool calls and everything that is no plain text, put together until the choice ends. */
  readonly held: Draft;
  started: boolean;
  finish: string | null;
}

interface OpenAnswer {
  readonly queue: WindowQueue;
  head: JsonRecord;
  /** Usage, and members of the chunks that we do not know; audited if there is text in them, and sent at the end. */
  readonly rest: Draft;
  readonly choices: Map<number, OpenChoice>;
  /** The frames with the finish reasons; they wait for the end, where a denial may still take their place. */
  readonly finishes: string[];
  readonly state: MergeState;
}

const headMembers: readonly string[] = ['id', 'created', 'model', 'system_fingerprint', 'service_tier'];
const skippedMembers: ReadonlySet<string> = new Set([...headMembers, 'object', 'choices', 'obfuscation']);
const textMembers: readonly string[] = ['reasoning_content', 'reasoning', 'content', 'refusal'];

function addChunk(answer: OpenAnswer, chunk: JsonRecord): string | undefined {
  answer.head = toHead(chunk);
  for (const [key, value] of Object.entries(chunk)) {
    if (!skippedMembers.has(key) && value !== null) setWhole(answer.rest, key, value, answer.state);
  }
  const choices = chunk['choices'];
  if (choices === undefined || choices === null) return undefined;
  if (!isList(choices)) return "a chunk has 'choices' that are no list";
  for (const choice of choices) {
    const problem = isRecord(choice) ? addChoice(answer, choice) : 'a choice is no object';
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The members that make a chunk belong to its answer; only plain ids, never text. */
function toHead(chunk: JsonRecord): JsonRecord {
  const head: Record<string, unknown> = { object: 'chat.completion.chunk' };
  for (const key of headMembers) {
    if (typeof chunk[key] === 'number' || isIdentifier(chunk[key])) head[key] = chunk[key];
  }
  return head;
}

function addChoice(answer: OpenAnswer, source: JsonRecord): string | undefined {
  const index = source['index'];
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= maxParts) {
    return 'a choice has no index';
  }
  const delta = source['delta'] ?? {};
  if (!isRecord(delta)) return 'a choice has a delta that is no object';
  const choice = answer.choices.get(index) ?? { held: {}, started: false, finish: null };
  answer.choices.set(index, choice);
  if (choice.finish !== null) return Object.keys(delta).length > 0 ? 'a choice goes on after its end' : undefined;

  const head = answer.head;
  if (!choice.started) answer.queue.frames(chunkFrame(head, index, { role: 'assistant', content: '' }));
  choice.started = true;
  const held: Draft = {};
  for (const [key, value] of Object.entries(delta)) {
    if (textMembers.includes(key) && typeof value === 'string') {
      answer.queue.text(`${index}/${key}`, value, (text) => chunkFrame(head, index, { [key]: text }));
    } else if (key !== 'role' && value !== null) {
      held[key] = value;
    }
  }
  mergeDelta(choice.held, held, answer.state);
  if (answer.state.overflowed) return 'a list of the answer is too long';
  const finish = source['finish_reason'];
  return typeof finish === 'string' ? endChoice(answer, index, choice, finish) : undefined;
}

function endChoice(answer: OpenAnswer, index: number, choice: OpenChoice, finish: string): string | undefined {
  const { queue, head } = answer;
  choice.finish = finish;
  queue.closeLanes(`${index}/`);
  if (Object.keys(choice.held).length > 0) {
    const body = { choices: [{ message: choice.held }] };
    const parsed = parseChatResponse(body);
    if (!parsed.ok) return parsed.reason;
    queue.whole(body, parsed.response, (sent) => [chunkFrame(head, index, toDelta(heldMessage(sent)))]);
  }
  answer.finishes.push(chunkFrame(head, index, {}, isIdentifier(finish) ? finish : 'stop'));
  return undefined;
}

/** Ends what is open, then sends what belongs to no choice. */
function endAnswer(answer: OpenAnswer): string | undefined {
  for (const [index, choice] of answer.choices) {
    const problem = choice.finish === null ? endChoice(answer, index, choice, 'stop') : undefined;
    if (problem !== undefined) return problem;
  }
  const { queue, head } = answer;
  queue.frames(...answer.finishes);
  if (Object.keys(answer.rest).length > 0) {
    const body = { ...answer.rest, choices: [] };
    const parsed = parseChatResponse(body);
    if (!parsed.ok) return parsed.reason;
    queue.whole(body, parsed.response, (sent) => [sseFrame(null, JSON.stringify({ ...head, ...toRecord(sent) }))]);
  }
  queue.frames(sseFrame(null, '[DONE]'));
  queue.end();
  return undefined;
}

function chunkFrame(head: JsonRecord, index: number, delta: JsonRecord, finish: string | null = null): string {
  return sseFrame(null, JSON.stringify({ ...head, choices: [{ index, delta, finish_reason: finish }] }));
}

function heldMessage(body: unknown): JsonRecord {
  const choices = toRecord(body)['choices'];
  const choice = isList(choices) ? choices[0] : undefined;
  return toRecord(isRecord(choice) ? choice['message'] : undefined);
}

function toRecord(value: unknown): JsonRecord {
  if (!isRecord(value)) throw new TypeError('redaction changed the shape of an answer');
  return value;
}

function toIdentity(head: JsonRecord): { id?: string; model?: string; created?: number } {
  const { id, model, created } = head;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof created === 'number' ? { created } : {}),
  };
}
