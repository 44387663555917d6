/**
 * Chat completion streams in window mode: texts are sent sentence by sentence, the rest of a choice whole at its end.
 */
import { isRecord } from '@assay/sdk/contract';
import type { RefusalInfo, SseEvent, WindowOptions, WindowReleaser, WindowStep } from '../api.ts';
import { createMergeState, type Draft, isIndex, type MergeState, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord, pickMembers } from '../json-tree.ts';
import { sseFrame, sseJson } from '../sse.ts';
import { createWindowQueue, type WindowQueue } from '../window-queue.ts';
import { isErrorEvent } from './aggregate.ts';
import { finishMessage, mergeMessage } from './draft.ts';
import { encodeChatDenial, headMembers, toDelta } from './encode.ts';
import { parseChatResponse } from './response.ts';

export function createChatWindowReleaser(options?: WindowOptions): WindowReleaser {
  const queue = createWindowQueue(options);
  const answer: OpenAnswer = {
    queue,
    isOpen: false,
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
      const data = parseEventData(event.data);
      if (!data.ok) return fail('malformed', `an event ${data.reason}`);
      if (isErrorEvent(event, data.value)) return fail('upstream_error', 'the stream holds an error event');
      const problem = addChunk(answer, data.value);
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
  /** Tool calls and everything without plain text, assembled until the choice ends. */
  readonly held: Draft;
  finish: string | null;
}

interface OpenAnswer {
  readonly queue: WindowQueue;
  /** True once the head waits for its audit. */
  isOpen: boolean;
  /** The members that assign the chunks to their answer; empty until audited. */
  head: JsonRecord;
  /** Usage and unknown members of the chunks; audited if they contain text, and sent at the end. */
  readonly rest: Draft;
  readonly choices: Map<number, OpenChoice>;
  /** The finish reasons; they wait for the end, where a denial may still replace them. */
  readonly finishes: { readonly index: number; readonly finish_reason: string }[];
  readonly state: MergeState;
}

const skippedMembers: ReadonlySet<string> = new Set([...headMembers, 'object', 'choices', 'obfuscation']);
const textMembers: readonly string[] = ['reasoning_content', 'reasoning', 'content', 'refusal'];

function addChunk(answer: OpenAnswer, chunk: JsonRecord): string | undefined {
  for (const [key, value] of Object.entries(chunk)) {
    if (!skippedMembers.has(key) && value !== null) setWhole(answer.rest, key, value);
  }
  const choices = chunk['choices'];
  if (choices === undefined || choices === null) return undefined;
  if (!isList(choices)) return "a chunk has 'choices' that are no list";
  if (choices.length > 0 && !answer.isOpen) {
    const problem = openAnswer(answer, chunk);
    if (problem !== undefined) return problem;
  }
  for (const choice of choices) {
    const problem = isRecord(choice) ? addChoice(answer, choice) : 'a choice is not an object';
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Uses the head of the first chunk that has a choice for all chunks, and has it audited before anything is sent. */
function openAnswer(answer: OpenAnswer, chunk: JsonRecord): string | undefined {
  answer.isOpen = true;
  const body = { ...pickMembers(chunk, headMembers), choices: [] };
  const parsed = parseChatResponse(body);
  if (!parsed.ok) return parsed.reason;
  answer.queue.aside(body, parsed.response, (sent) => {
    answer.head = { object: 'chat.completion.chunk', ...pickMembers(toRecord(sent), headMembers) };
    return [];
  });
  return undefined;
}

function addChoice(answer: OpenAnswer, source: JsonRecord): string | undefined {
  const { index, delta: given } = source;
  if (!isIndex(index)) return 'a choice has no index';
  const delta = given ?? {};
  if (!isRecord(delta)) return 'a choice has a delta that is not an object';
  const choice = answer.choices.get(index) ?? startChoice(answer, index);
  if (choice.finish !== null) return Object.keys(delta).length > 0 ? 'a choice continues after its end' : undefined;

  const held: Draft = {};
  for (const [key, value] of Object.entries(delta)) {
    if (textMembers.includes(key) && typeof value === 'string') {
      answer.queue.text(`${index}/${key}`, value, (text) => chunkFrame(answer, index, { [key]: text }));
    } else if (key !== 'role' && value !== null) {
      held[key] = value;
    }
  }
  mergeMessage(choice.held, held, answer.state);
  if (answer.state.problem !== undefined) return `a chunk ${answer.state.problem}`;
  const finish = source['finish_reason'];
  return typeof finish === 'string' ? endChoice(answer, index, choice, finish) : undefined;
}

function startChoice(answer: OpenAnswer, index: number): OpenChoice {
  const choice: OpenChoice = { held: {}, finish: null };
  answer.choices.set(index, choice);
  answer.queue.frames(() => [chunkFrame(answer, index, { role: 'assistant', content: '' })]);
  return choice;
}

function endChoice(answer: OpenAnswer, index: number, choice: OpenChoice, finish: string): string | undefined {
  choice.finish = finish;
  answer.queue.closeLanes(`${index}/`);
  answer.finishes.push({ index, finish_reason: finish });
  if (Object.keys(choice.held).length === 0) return undefined;
  const body = { choices: [{ message: finishMessage(choice.held) }] };
  return sendWhole(answer, body, (sent) => [chunkFrame(answer, index, toDelta(heldMessage(sent)))]);
}

/** Ends the open choices, then sends the finish reasons and the members outside of the choices. */
function endAnswer(answer: OpenAnswer): string | undefined {
  for (const [index, choice] of answer.choices) {
    const problem = choice.finish === null ? endChoice(answer, index, choice, 'stop') : undefined;
    if (problem !== undefined) return problem;
  }
  const choices = answer.finishes.map((finish) => ({ ...finish, message: {} }));
  const problem = sendWhole(answer, { ...answer.rest, choices }, (sent) => endFrames(answer, sent));
  if (problem !== undefined) return problem;
  answer.queue.end();
  return undefined;
}

function endFrames(answer: OpenAnswer, { choices, ...rest }: JsonRecord): readonly string[] {
  const ends = answer.finishes.map(({ index }, at) => {
    const ended = isList(choices) ? choices[at] : undefined;
    return chunkFrame(answer, index, {}, toRecord(ended)['finish_reason']);
  });
  const last = Object.keys(rest).length === 0 ? [] : [sseJson(null, { ...answer.head, ...rest, choices: [] })];
  return [...ends, ...last, sseFrame(null, '[DONE]')];
}

/** Queues a body, which is audited if there is anything to read in it. */
function sendWhole(
  answer: OpenAnswer,
  body: JsonRecord,
  toFrames: (sent: JsonRecord) => readonly string[],
): string | undefined {
  const parsed = parseChatResponse(body);
  if (!parsed.ok) return parsed.reason;
  answer.queue.whole(body, parsed.response, (sent) => toFrames(toRecord(sent)));
  return undefined;
}

function chunkFrame({ head }: OpenAnswer, index: number, delta: JsonRecord, finish: unknown = null): string {
  return sseJson(null, { ...head, choices: [{ index, delta, finish_reason: finish }] });
}

function heldMessage({ choices }: JsonRecord): JsonRecord {
  const choice = isList(choices) ? choices[0] : undefined;
  return toRecord(isRecord(choice) ? choice['message'] : undefined);
}

function toRecord(value: unknown): JsonRecord {
  if (!isRecord(value)) throw new TypeError('redaction changed the shape of an answer');
  return value;
}

/** The identity of a stream whose head was audited. */
export function toIdentity(head: JsonRecord): { id?: string; model?: string; created?: number } {
  const { id, model, created } = head;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof created === 'number' ? { created } : {}),
  };
}
