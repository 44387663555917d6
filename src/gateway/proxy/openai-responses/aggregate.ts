/**
 * Reads a streamed response. Its last event holds the whole answer, and only that is judged and sent on, in events of
 * our own: what the events before it say reaches nobody.
 */
import { isRecord } from '@assay/sdk/contract';
import type { AggregateResult, SseEvent } from '../api.ts';
import { isIndex } from '../delta-merge.ts';
import { parseEventData } from '../event-data.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { parseResponsesAnswer } from './response.ts';

export type StreamFailure = Extract<AggregateResult, { ok: false }>;

export type ReadEvent = { readonly ok: true; readonly data: JsonRecord } | StreamFailure;

export interface ResponseReader {
  /** Reads one event: its data, empty for a mark of another API, or why the stream cannot be used. */
  push(event: SseEvent): ReadEvent;
  /** The whole answer, once its event came. */
  body(): JsonRecord | undefined;
}

const lastEvents: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

export function createResponseReader(): ResponseReader {
  const items = new Map<number, unknown>();
  let body: JsonRecord | undefined;
  return {
    push(event) {
      // Some servers end with a mark of another API.
      if (event.data === '[DONE]') return { ok: true, data: {} };
      if (body !== undefined) return malformed('the stream goes on after its last event');
      const data = parseEventData(event.data);
      if (!data.ok) return malformed(`an event ${data.reason}`);
      const { type, error, response, item, output_index: index } = data.value;
      if (type === 'error' || event.event === 'error' || (error !== undefined && error !== null)) {
        return { ok: false, cause: 'upstream_error', reason: 'the stream holds an error event' };
      }
      if (type === 'response.output_item.done') {
        if (!isIndex(index)) return malformed('an item has no index');
        items.set(index, item);
      }
      if (!lastEvents.has(type)) return { ok: true, data: data.value };
      if (!isRecord(response)) return malformed('the last event has no response');
      body = withItems(response, items);
      return { ok: true, data: data.value };
    },
    body: () => body,
  };
}

/** Some servers leave the output out of the last event. */
function withItems(response: JsonRecord, items: ReadonlyMap<number, unknown>): JsonRecord {
  const { output } = response;
  const isEmpty = output === undefined || output === null || (isList(output) && output.length === 0);
  if (!isEmpty) return response;
  return { ...response, output: [...items].sort(([left], [right]) => left - right).map(([, item]) => item) };
}

/** Aggregates all events of one stream. */
export function aggregateResponseStream(events: readonly SseEvent[]): AggregateResult {
  const reader = createResponseReader();
  for (const event of events) {
    const read = reader.push(event);
    if (!read.ok) return read;
  }
  const body = reader.body();
  if (body === undefined) return incomplete;
  const parsed = parseResponsesAnswer(body);
  return parsed.ok ? { ok: true, stream: { body, response: parsed.response } } : malformed(parsed.reason);
}

export const incomplete: StreamFailure = {
  ok: false,
  cause: 'incomplete',
  reason: 'the stream ended without its last event',
};

export function malformed(reason: string): StreamFailure {
  return { ok: false, cause: 'malformed', reason };
}
