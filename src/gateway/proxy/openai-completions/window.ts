/** Plain completion streams in window mode: texts are sent sentence by sentence, log-probabilities not at all. */
import { isRecord } from '@assay/sdk/contract';
import type { RefusalInfo, SseEvent, WindowOptions, WindowReleaser, WindowStep } from '../api.ts';
import { type Draft, isIndex, setWhole } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord, pickMembers } from '../json-tree.ts';
import { isErrorEvent } from '../openai-chat/aggregate.ts';
import { headMembers } from '../openai-chat/encode.ts';
import { toIdentity } from '../openai-chat/window.ts';
import { sseJson } from '../sse.ts';
import { createWindowQueue, type WindowQueue } from '../window-queue.ts';
import { chunkObject, doneFrame, encodeCompletionDenial } from './encode.ts';
import { parseCompletionResponse } from './response.ts';

export function createCompletionWindowReleaser(options?: WindowOptions): WindowReleaser {
  const queue = createWindowQueue(options);
  const answer: OpenAnswer = { queue, isOpen: false, head: {}, rest: {}, finishes: new Map() };
  let failure: WindowStep | undefined;
  let done = false;

  const fail = (cause: 'incomplete' | 'malformed' | 'upstream_error', reason: string): WindowStep => {
    failure = { ok: false, cause, reason };
    return failure;
  };
  const settle = (problem: string | undefined): WindowStep =>
    problem === undefined ? queue.step() : fail('malformed', problem);

  return {
    push(event: SseEvent) {
      if (failure !== undefined) return failure;
      if (done) return fail('malformed', 'the stream goes on after [DONE]');
      if (event.data === '[DONE]') {
        done = true;
        return settle(endAnswer(answer));
      }
      const data = parseEventData(event.data);
      if (!data.ok) return fail('malformed', `an event ${data.reason}`);
      if (isErrorEvent(event, data.value)) return fail('upstream_error', 'the stream holds an error event');
      return settle(addChunk(answer, data.value));
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
    deny: (info: RefusalInfo) =>
      encodeCompletionDenial(info, { ...toIdentity(answer.head), started: queue.hasStarted() }),
  };
}

interface OpenAnswer {
  readonly queue: WindowQueue;
  /** True once the head waits for its audit. */
  isOpen: boolean;
  /** The members that assign the chunks to their answer; empty until audited. */
  head: JsonRecord;
  /** Usage and unknown members of the chunks; audited if they contain text, and sent at the end. */
  readonly rest: Draft;
  /** The finish reason of each choice, null until it ends; they wait for the end, where a denial may replace them. */
  readonly finishes: Map<number, string | null>;
}

const skippedMembers: ReadonlySet<string> = new Set([...headMembers, 'object', 'choices', 'obfuscation']);

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
  const parsed = parseCompletionResponse(body);
  if (!parsed.ok) return parsed.reason;
  answer.queue.aside(body, parsed.response, (sent) => {
    answer.head = { object: chunkObject, ...pickMembers(toRecord(sent), headMembers) };
    return [];
  });
  return undefined;
}

function addChoice(answer: OpenAnswer, { index, text = null, finish_reason: finish }: JsonRecord): string | undefined {
  if (!isIndex(index)) return 'a choice has no index';
  if (text !== null && typeof text !== 'string') return 'a choice has a text that is no string';
  const ended = answer.finishes.get(index) ?? null;
  if (ended !== null) return text === null || text === '' ? undefined : 'a choice continues after its end';
  answer.finishes.set(index, typeof finish === 'string' ? finish : null);
  if (text !== null && text !== '') {
    answer.queue.text(`${index}/text`, text, (released) => chunkFrame(answer, index, released, null));
  }
  if (typeof finish === 'string') answer.queue.closeLanes(`${index}/`);
  return undefined;
}

/** Ends the open choices, then sends the finish reasons and the members outside of the choices. */
function endAnswer(answer: OpenAnswer): string | undefined {
  const finishes = [...answer.finishes].map(([index, finish]) => ({ index, finish_reason: finish ?? 'stop' }));
  for (const { index } of finishes) answer.queue.closeLanes(`${index}/`);
  const body = { ...answer.rest, choices: finishes };
  const parsed = parseCompletionResponse(body);
  if (!parsed.ok) return parsed.reason;
  answer.queue.whole(body, parsed.response, (sent) => endFrames(answer, toRecord(sent)));
  answer.queue.end();
  return undefined;
}

function endFrames(answer: OpenAnswer, { choices, ...rest }: JsonRecord): readonly string[] {
  const ends = (isList(choices) ? choices : []).map((choice) => {
    const { index, finish_reason: finish } = toRecord(choice);
    return chunkFrame(answer, index, '', finish);
  });
  const last = Object.keys(rest).length === 0 ? [] : [sseJson(null, { ...answer.head, ...rest, choices: [] })];
  return [...ends, ...last, doneFrame];
}

function chunkFrame({ head }: OpenAnswer, index: unknown, text: string, finish: unknown): string {
  return sseJson(null, { ...head, choices: [{ text, index, logprobs: null, finish_reason: finish }] });
}

function toRecord(value: unknown): JsonRecord {
  if (!isRecord(value)) throw new TypeError('redaction changed the shape of an answer');
  return value;
}
