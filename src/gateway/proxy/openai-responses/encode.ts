/** Writes response streams from the judged body: its events in the order of the API, numbered from 0. */
import { isRecord } from '@assay/sdk/contract';
import type { RefusalInfo } from '../api.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { openAiError } from '../openai-errors.ts';
import { sseJson } from '../sse.ts';

/** Writes one event with the next number; an empty text for an event that its reader has. */
export type Write = (type: string, members: JsonRecord) => string;

/**
 * Numbers the events of one stream from 0.
 *
 * @param after Number of the last event that the reader has; -1 for none.
 */
export function createEventWriter(after: number): { readonly write: Write; readonly next: () => number } {
  let number = 0;
  return {
    write(type, members) {
      const event = { type, sequence_number: number++, ...members };
      return event.sequence_number > after ? sseJson(type, event) : '';
    },
    next: () => number,
  };
}

/** @param after As in `createEventWriter`. */
export function encodeResponseStream(body: unknown, after = -1): readonly string[] {
  if (!isRecord(body)) throw new TypeError('an aggregated response is always an object');
  const { write } = createEventWriter(after);
  const output = isList(body['output']) ? body['output'] : [];
  return [
    ...firstFrames(write, body),
    ...output.flatMap((item, index) => (isRecord(item) ? itemFrames(write, item, index) : [])),
    lastFrame(write, body),
  ];
}

export function firstFrames(write: Write, body: JsonRecord): readonly string[] {
  const response = { ...body, status: 'in_progress', output: [], error: null, incomplete_details: null, usage: null };
  return [write('response.created', { response }), write('response.in_progress', { response })];
}

export function lastFrame(write: Write, body: JsonRecord): string {
  return write(finalType(body), { response: body });
}

function finalType({ status }: JsonRecord): string {
  return status === 'failed' || status === 'incomplete' ? `response.${status}` : 'response.completed';
}

/** Where an event belongs. */
type Place = { readonly item_id: string; readonly output_index: number };

export function itemFrames(write: Write, item: JsonRecord, index: number): readonly string[] {
  const [begun, inside] = beginItem(write, item, placeOf(item, index));
  return [
    write('response.output_item.added', { output_index: index, item: begun }),
    ...inside(),
    write('response.output_item.done', { output_index: index, item }),
  ];
}

function placeOf(item: JsonRecord, index: number): Place {
  return { item_id: typeof item['id'] === 'string' ? item['id'] : '', output_index: index };
}

/** The last frames of a message that was added before; of its first parts, as many as `sent`, the texts went out. */
export function messageEndFrames(write: Write, item: JsonRecord, index: number, sent: number): readonly string[] {
  return [
    ...partFrames(write, item['content'], placeOf(item, index), sent),
    write('response.output_item.done', { output_index: index, item }),
  ];
}

type Inside = () => readonly string[];

/** The item as it is added, and the events of what then grows in it. */
function beginItem(write: Write, item: JsonRecord, place: Place): readonly [JsonRecord, Inside] {
  const begun = Object.hasOwn(item, 'status') ? { ...item, status: 'in_progress' } : item;
  switch (item['type']) {
    case 'message':
      return [{ ...begun, content: [] }, () => partFrames(write, item['content'], place)];
    case 'reasoning':
      return [
        { ...begun, summary: [], ...(isList(item['content']) ? { content: [] } : {}) },
        () => [...summaryFrames(write, item['summary'], place), ...partFrames(write, item['content'], place)],
      ];
    case 'function_call':
      return [{ ...begun, arguments: '' }, () => grownFrames(write, 'function_call_arguments', item, place)];
    case 'custom_tool_call':
      return [{ ...begun, input: '' }, () => grownFrames(write, 'custom_tool_call_input', item, place)];
    default:
      return [begun, () => []];
  }
}

function grownFrames(write: Write, kind: string, item: JsonRecord, place: Place): readonly string[] {
  const member = kind === 'function_call_arguments' ? 'arguments' : 'input';
  const value = item[member];
  if (typeof value !== 'string') return [];
  const named = member === 'arguments' ? { name: item['name'] } : {};
  return [
    write(`response.${kind}.delta`, { ...place, delta: value }),
    write(`response.${kind}.done`, { ...place, [member]: value, ...named }),
  ];
}

/** The kind of event for each kind of text part, and the member that holds the text. */
const textKinds: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['output_text', ['output_text', 'text']],
  ['refusal', ['refusal', 'refusal']],
  ['reasoning_text', ['reasoning_text', 'text']],
]);

function partFrames(write: Write, parts: unknown, place: Place, sent = 0): readonly string[] {
  if (!isList(parts)) return [];
  return parts.flatMap((part, contentIndex) => {
    if (!isRecord(part)) return [];
    const at = { ...place, content_index: contentIndex };
    const [kind, member] = textKinds.get(part['type']) ?? [];
    const value = member === undefined ? undefined : part[member];
    const done = write.bind(undefined, 'response.content_part.done', { ...at, part });
    if (kind === undefined || member === undefined || typeof value !== 'string') {
      return [write('response.content_part.added', { ...at, part }), done()];
    }
    const logprobs = kind === 'output_text' ? { logprobs: [] } : {};
    const begun = { ...part, [member]: '', ...beginningOf(part) };
    const first =
      contentIndex < sent
        ? []
        : [
            write('response.content_part.added', { ...at, part: begun }),
            write(`response.${kind}.delta`, { ...at, delta: value, ...logprobs }),
          ];
    return [...first, write(`response.${kind}.done`, { ...at, [member]: value, ...logprobs }), done()];
  });
}

/** Annotations and log-probabilities come with the end of their part. */
function beginningOf(part: JsonRecord): JsonRecord {
  return Object.fromEntries(
    ['annotations', 'logprobs'].filter((name) => Object.hasOwn(part, name)).map((name) => [name, []]),
  );
}

function summaryFrames(write: Write, parts: unknown, place: Place): readonly string[] {
  if (!isList(parts)) return [];
  return parts.flatMap((part, summaryIndex) => {
    if (!isRecord(part) || typeof part['text'] !== 'string') return [];
    const { text } = part;
    const at = { ...place, summary_index: summaryIndex };
    return [
      write('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } }),
      write('response.reasoning_summary_text.delta', { ...at, delta: text }),
      write('response.reasoning_summary_text.done', { ...at, text }),
      write('response.reasoning_summary_part.done', { ...at, part }),
    ];
  });
}

/** The frame that ends an opened stream: an error event, at whose `error` official clients throw. */
export function encodeResponseDenial(info: RefusalInfo, sequenceNumber = 0): readonly string[] {
  const error = openAiError(info);
  const { code, message } = info;
  const event = { type: 'error', sequence_number: sequenceNumber, code, message, param: info.param ?? null, error };
  return [sseJson('error', event)];
}
