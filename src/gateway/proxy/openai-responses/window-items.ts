/**
 * The items of a response stream in window mode: texts of a message are sent sentence by sentence, everything else of
 * an item whole when it is done.
 */
import { isRecord } from '@assay/sdk/contract';
import { isIndex } from '../delta-merge.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import type { WindowQueue } from '../window-queue.ts';
import { itemFrames, messageEndFrames, type Write } from './encode.ts';
import { parseResponsesAnswer } from './response.ts';

/** A text part that is being sent. */
interface OpenPart {
  readonly type: 'output_text' | 'refusal';
  /** As it came. */
  text: string;
  /** As it was sent: redacted, where something was. */
  sent: string;
}

interface OpenMessage {
  /** The item's id as it was audited; known once its first frame is made. */
  id: string;
  readonly parts: OpenPart[];
}

export interface WindowItems {
  /** Reads an event of an item; gives the problem, as the end of a sentence, if any. */
  take(event: JsonRecord): string | undefined;
  /** Queues the items of the whole answer that were not sent yet. */
  finish(output: readonly unknown[]): string | undefined;
  /** Every item as it was sent, in order. */
  sent(): readonly unknown[];
}
/** One lane for the texts of all parts and messages, because clients join them without anything in between. */
const lanes = 'text/';

export function createWindowItems(queue: WindowQueue, write: Write): WindowItems {
  const sent: unknown[] = [];
  let message: OpenMessage | undefined;
  /** Index of the next item to queue. Events of other items are left to the end of the answer. */
  let next = 0;

  const queueItem = (item: unknown): string | undefined => {
    const index = next++;
    const body = { output: [item] };
    const parsed = parseResponsesAnswer(body);
    if (!parsed.ok) return parsed.reason;
    queue.whole(body, parsed.response, (given) => {
      const whole = onlyItem(given);
      sent[index] = whole;
      return itemFrames(write, whole, index);
    });
    return undefined;
  };

  const openMessage = (item: JsonRecord): string | undefined => {
    const begun = { ...item, content: [] };
    const body = { output: [begun] };
    const parsed = parseResponsesAnswer(body);
    if (!parsed.ok) return parsed.reason;
    const opened: OpenMessage = { id: '', parts: [] };
    message = opened;
    const index = next;
    queue.aside(body, parsed.response, (given) => {
      const audited = onlyItem(given);
      if (typeof audited['id'] === 'string') opened.id = audited['id'];
      return [write('response.output_item.added', { output_index: index, item: audited })];
    });
    return undefined;
  };

  const addText = (open: OpenMessage, event: JsonRecord, type: OpenPart['type']): string | undefined => {
    const { content_index: at, delta } = event;
    if (!isIndex(at) || typeof delta !== 'string') return 'a delta has no text or no index';
    const index = next;
    const place = () => ({ item_id: open.id, output_index: index, content_index: at });
    if (at === open.parts.length) {
      if (at > 0) queue.flushLanes(lanes);
      open.parts.push({ type, text: '', sent: '' });
      queue.frames(() => [write('response.content_part.added', { ...place(), part: toPart(type, '') })]);
    }
    const part = at === open.parts.length - 1 ? open.parts[at] : undefined;
    if (part === undefined || part.type !== type) return 'a delta belongs to no part';
    part.text += delta;
    queue.text(`${lanes}${type}`, delta, (text) => {
      part.sent += text;
      return write(`response.${type}.delta`, { ...place(), delta: text, ...logprobsOf(type) });
    });
    return undefined;
  };

  const closeMessage = (open: OpenMessage, item: JsonRecord): string | undefined => {
    const index = next++;
    message = undefined;
    const content = isList(item['content']) ? item['content'] : [];
    for (const [at, part] of open.parts.entries()) {
      const told = content[at];
      if (!isRecord(told) || told['type'] !== part.type || told[memberOf(part.type)] !== part.text) {
        return 'an item says something else than its deltas';
      }
      queue.flushLanes(lanes);
    }
    // The texts were audited in their windows; what remains are annotations, further parts and the ids.
    const rest = content.map((told, at) => {
      const part = open.parts[at];
      return part === undefined || !isRecord(told)
        ? told
        : { ...told, [memberOf(part.type)]: '', ...logprobsOf(part.type) };
    });
    const body = { output: [{ ...item, content: rest }] };
    const parsed = parseResponsesAnswer(body);
    if (!parsed.ok) return parsed.reason;
    queue.whole(body, parsed.response, (given) => {
      const whole = withTexts(onlyItem(given), open.parts);
      sent[index] = whole;
      return messageEndFrames(write, whole, index, open.parts.length);
    });
    return undefined;
  };

  return {
    take(event) {
      const { type, output_index: index, item } = event;
      if (index !== next) return undefined;
      if (type === 'response.output_item.added') {
        return message === undefined && isRecord(item) && item['type'] === 'message' ? openMessage(item) : undefined;
      }
      if (type === 'response.output_item.done') {
        if (message === undefined) return queueItem(item);
        return isRecord(item) && item['type'] === 'message' ? closeMessage(message, item) : 'an item changes its type';
      }
      if (message === undefined) return undefined;
      if (type === 'response.output_text.delta') return addText(message, event, 'output_text');
      return type === 'response.refusal.delta' ? addText(message, event, 'refusal') : undefined;
    },
    finish(output) {
      if (message !== undefined) {
        const item = output[next];
        const problem = isRecord(item) ? closeMessage(message, item) : 'an item of the stream is not in the answer';
        if (problem !== undefined) return problem;
      }
      for (const item of output.slice(next)) {
        const problem = queueItem(item);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    sent: () => sent,
  };
}

function memberOf(type: OpenPart['type']): 'text' | 'refusal' {
  return type === 'refusal' ? 'refusal' : 'text';
}

/** Log-probabilities are not sent in window mode. */
function logprobsOf(type: OpenPart['type']): JsonRecord {
  return type === 'refusal' ? {} : { logprobs: [] };
}

function toPart(type: OpenPart['type'], text: string): JsonRecord {
  return type === 'refusal' ? { type, refusal: text } : { type, text, annotations: [], logprobs: [] };
}

/** The finished message with its texts as they were sent. */
function withTexts(item: JsonRecord, parts: readonly OpenPart[]): JsonRecord {
  const content = isList(item['content']) ? item['content'] : [];
  const filled = content.map((told, at) => {
    const part = parts[at];
    return part === undefined || !isRecord(told) ? told : { ...told, [memberOf(part.type)]: part.sent };
  });
  return { ...item, content: filled };
}

function onlyItem(body: unknown): JsonRecord {
  const output = isRecord(body) ? body['output'] : undefined;
  const item = isList(output) ? output[0] : undefined;
  if (!isRecord(item)) throw new TypeError('redaction changed the shape of an item');
  return item;
}
