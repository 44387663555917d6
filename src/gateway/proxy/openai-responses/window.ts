/**
 * Response streams in window mode. The head of the answer and the beginning of a message are audited beside its text,
 * the texts of messages sentence by sentence, every other item whole. The last event is written from what was sent.
 */
import { isRecord } from '@assay/sdk/contract';
import type { SseEvent, WindowOptions, WindowReleaser, WindowStep } from '../api.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { createWindowQueue } from '../window-queue.ts';
import { createResponseReader, incomplete, malformed } from './aggregate.ts';
import { createEventWriter, encodeResponseDenial, encodeResponseStream, firstFrames, lastFrame } from './encode.ts';
import { parseResponsesAnswer } from './response.ts';
import { createWindowItems } from './window-items.ts';

/** @param after As in `createEventWriter`. */
export function createResponseWindowReleaser(options?: WindowOptions, after = -1): WindowReleaser {
  const queue = createWindowQueue(options);
  const reader = createResponseReader();
  const { write, next } = createEventWriter(after);
  const items = createWindowItems(queue, write);
  let failure: WindowStep | undefined;
  let isOpen = false;
  let isQueued = false;

  const fail = (step: WindowStep): WindowStep => {
    failure = step;
    return step;
  };

  /** Queues members of the answer that are no part of its text. */
  const queueAside = (response: JsonRecord, toFrames: (sent: JsonRecord) => readonly string[]): string | undefined => {
    const body = { ...response, output: [] };
    const parsed = parseResponsesAnswer(body);
    if (!parsed.ok) return parsed.reason;
    queue.aside(body, parsed.response, (sent) => toFrames(toRecord(sent)));
    return undefined;
  };

  const take = (event: JsonRecord): string | undefined => {
    if (isOpen) return items.take(event);
    const { type, response } = event;
    if (type !== 'response.created' || !isRecord(response)) return undefined;
    isOpen = true;
    return queueAside(response, (sent) => firstFrames(write, sent));
  };

  /** An answer whose first event never came goes out whole. */
  const end = (body: JsonRecord): string | undefined => {
    isQueued = true;
    const parsed = parseResponsesAnswer(body);
    if (!parsed.ok) return parsed.reason;
    if (!isOpen) {
      queue.whole(body, parsed.response, (sent) => encodeResponseStream(sent, after));
      return undefined;
    }
    const output = isList(body['output']) ? body['output'] : [];
    const problem = items.finish(output);
    return problem ?? queueAside(body, (sent) => [lastFrame(write, { ...sent, output: items.sent() })]);
  };

  return {
    push(event: SseEvent) {
      if (failure !== undefined) return failure;
      const read = reader.push(event);
      if (!read.ok) return fail(read);
      const body = reader.body();
      if (isQueued) return queue.step();
      const problem = body === undefined ? take(read.data) : end(body);
      if (problem !== undefined) return fail(malformed(problem));
      if (body !== undefined) queue.end();
      return queue.step();
    },
    finish() {
      if (failure !== undefined) return failure;
      return isQueued ? queue.step() : fail(incomplete);
    },
    release(windowId, spans = []) {
      if (failure !== undefined) return failure;
      const step = queue.release(windowId, spans);
      if (!step.ok) failure = step;
      return step;
    },
    deny: (info) => encodeResponseDenial(info, next()),
  };
}

function toRecord(value: unknown): JsonRecord {
  if (!isRecord(value)) throw new TypeError('redaction changed the shape of an answer');
  return value;
}
