/** The JSON of one server-sent event, read as strictly as a whole answer: no reader makes another value of it. */
import { parseExactJson } from '../../platform/exact-json.ts';
import type { SseEvent } from './api.ts';
import { jsonProblemTexts } from './json-problem.ts';
import { isRecord, type JsonRecord, maxBodyDepth } from './json-tree.ts';
import { sseFrame, sseJson } from './sse.ts';

/** The object in an event's data, or the end of a sentence about the event. */
export type EventData =
  | { readonly ok: true; readonly value: JsonRecord }
  | { readonly ok: false; readonly reason: string };

/** Parses the data of an event. Never throws for what it holds. */
export function parseEventData(data: string): EventData {
  const parsed = parseExactJson(data, maxBodyDepth);
  if (!parsed.ok) return { ok: false, reason: jsonProblemTexts[parsed.problem] };
  return isRecord(parsed.value) ? { ok: true, value: parsed.value } : { ok: false, reason: 'is no JSON object' };
}

/**
 * The frame of one event for a reader who gets events as they come, written from the value that was read; undefined for an
 * event that readers could take differently. Official clients go by the type of a message's event as its name.
 */
export function rewriteEvent({ event, data }: SseEvent): string | undefined {
  if (data === '[DONE]') return sseFrame(null, data);
  const parsed = parseEventData(data);
  if (!parsed.ok) return undefined;
  const { type } = parsed.value;
  return sseJson(typeof type === 'string' ? type : event, parsed.value);
}
