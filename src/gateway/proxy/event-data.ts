/** Parses the JSON of one server-sent event as strictly as a whole answer: every reader gets the same value. */
import { isRecord } from '@assay/sdk/contract';
import { parseExactJson } from '../../platform/exact-json.ts';
import type { SseEvent } from './api.ts';
import { jsonProblemTexts } from './json-problem.ts';
import { type JsonRecord, maxBodyDepth } from './json-tree.ts';
import { sseFrame, sseJson } from './sse.ts';

/** The object in an event's data, or the problem as the end of a sentence. */
export type EventData =
  | { readonly ok: true; readonly value: JsonRecord }
  | { readonly ok: false; readonly reason: string };

/** Parses the data of an event. Never throws for its contents. */
export function parseEventData(data: string): EventData {
  const parsed = parseExactJson(data, maxBodyDepth);
  if (!parsed.ok) return { ok: false, reason: jsonProblemTexts[parsed.problem] };
  return isRecord(parsed.value) ? { ok: true, value: parsed.value } : { ok: false, reason: 'is not a JSON object' };
}

/**
 * Writes one event for immediate relay from its parsed value; undefined for an event that readers could understand
 * differently. Official clients use the type of a message event as its name.
 */
export function rewriteEvent({ event, data }: SseEvent): string | undefined {
  if (data === '[DONE]') return sseFrame(null, data);
  const parsed = parseEventData(data);
  if (!parsed.ok) return undefined;
  const { type } = parsed.value;
  return sseJson(typeof type === 'string' ? type : event, parsed.value);
}
