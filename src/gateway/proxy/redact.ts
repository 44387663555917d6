/** Maps spans of the inspected fields back into the body and replaces them there with `[REDACTED:<type>]`. */
import { limits } from '../../contract/limits.ts';
import type { InspectedField, RedactionResult, RedactionSpan, TextPart } from './api.ts';
import { readPointer, replaceAt } from './json-tree.ts';
import { redactJson, type ViewRange, viewOfJson } from './json-view.ts';

/**
 * Replaces the spans in a copy of the body; everything else in it is unchanged and shared.
 *
 * @param field The field of a span without `document` or `field`: `input` in a request, `output` in a response.
 *
 * @returns `ok: false` for spans that cannot be applied exactly, so that the gateway denies.
 */
export function redactBody(
  body: unknown,
  parts: readonly TextPart[],
  spans: readonly RedactionSpan[],
  field: 'input' | 'output',
): RedactionResult {
  if (spans.length === 0) return { ok: false, reason: 'there are no spans to redact' };
  const located = locateSpans(parts, spans, field);
  if (typeof located === 'string') return { ok: false, reason: located };

  const replacements = new Map<string, unknown>();
  let count = 0;
  for (const { part, ranges } of located.values()) {
    const redacted = redactPart(body, part, mergeRanges(part.text, ranges));
    if (typeof redacted === 'string') return { ok: false, reason: redacted };
    replacements.set(part.pointer, redacted.value);
    count += redacted.replacements;
  }
  if (count === 0) return { ok: false, reason: 'the spans cover no text' };
  return { ok: true, body: replaceAt(body, replacements), replacements: count };
}

/** A span inside one part. */
interface PartRange {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Length of the whole span: of two that overlap, the longer names the type. */
  readonly weight: number;
}

/** The ranges of each text, by form and pointer: a text and its views share one entry. */
type Located = Map<string, { readonly part: TextPart; readonly ranges: PartRange[] }>;

function locateSpans(
  parts: readonly TextPart[],
  spans: readonly RedactionSpan[],
  field: 'input' | 'output',
): Located | string {
  const byField = new Map<InspectedField, TextPart[]>();
  for (const part of parts) {
    const list = byField.get(part.into);
    if (list === undefined) byField.set(part.into, [part]);
    else list.push(part);
  }
  const located: Located = new Map();
  let places = 0;
  for (const span of spans) {
    const inField = byField.get(fieldOf(span, field)) ?? [];
    const placed = placeSpan(span, inField, located);
    if (typeof placed === 'string') return placed;
    places += placed;
    if (places > limits.redactedPlaces) return 'the spans touch too many texts';
  }
  return located;
}

function fieldOf(span: RedactionSpan, field: 'input' | 'output'): InspectedField {
  if (span.document !== undefined) return `document:${span.document}`;
  return span.field ?? field;
}

/** The number of parts that the span touches, or why it cannot be applied. */
function placeSpan(span: RedactionSpan, parts: readonly TextPart[], located: Located): number | string {
  const last = parts.at(-1);
  if (last === undefined) return 'a span points into a field that has no text';
  if (!Number.isInteger(span.start) || !Number.isInteger(span.end))
    return 'a span has an offset that is not an integer';
  if (span.start < 0 || span.end > last.start + last.text.length) return 'a span is out of range';
  if (span.start >= span.end) return 'a span is empty or inverted';

  let touched = 0;
  for (let index = firstPartBehind(parts, span.start); index < parts.length; index++) {
    const part = parts[index];
    if (part === undefined || part.start >= span.end) break;
    const start = Math.max(span.start - part.start, 0);
    const end = Math.min(span.end - part.start, part.text.length);
    if (start >= end) continue;
    touched += 1;
    addRange(located, part, { start, end, type: span.type, weight: span.end - span.start });
  }
  return touched > 0 ? touched : 'a span crosses two texts';
}

function addRange(located: Located, part: TextPart, range: PartRange): void {
  const { view } = part;
  if (view !== undefined) {
    const { of, offsets } = view;
    addRange(located, of, { ...range, start: offsets[range.start] ?? 0, end: offsets[range.end] ?? of.text.length });
    return;
  }
  const key = `${part.form} ${part.pointer}`;
  const known = located.get(key);
  if (known === undefined) located.set(key, { part, ranges: [range] });
  else known.ranges.push(range);
}

/** Index of the first part that ends after the offset (binary search: there may be thousands of parts and spans). */
function firstPartBehind(parts: readonly TextPart[], offset: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const part = parts[middle];
    if (part !== undefined && part.start + part.text.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sorts the ranges, keeps surrogate pairs whole and joins overlaps. */
function mergeRanges(text: string, ranges: readonly PartRange[]): ViewRange[] {
  const whole = ranges.map((range) => wholeCharacters(text, range)).sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: PartRange[] = [];
  for (const range of whole) {
    const before = merged.at(-1);
    if (before === undefined || range.start >= before.end) {
      merged.push(range);
    } else {
      const named = range.weight > before.weight ? range : before;
      merged.splice(-1, 1, {
        start: before.start,
        end: Math.max(before.end, range.end),
        type: named.type,
        weight: named.weight,
      });
    }
  }
  return merged.map(({ start, end, type }) => ({ start, end, replacement: `[REDACTED:${plainType(type)}]` }));
}

function wholeCharacters(text: string, range: PartRange): PartRange {
  const start = splitsPair(text, range.start) ? range.start - 1 : range.start;
  const end = splitsPair(text, range.end) ? range.end + 1 : range.end;
  return { ...range, start, end };
}

function splitsPair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}

/** A type is an auditor's word: it must not bring text or JSON punctuation of its own into the body. */
function plainType(type: string): string {
  return type.replaceAll(/[^\w.-]+/g, '_').slice(0, 64) || 'data';
}

const notOfBody = 'a part does not belong to this body';

function redactPart(
  body: unknown,
  part: TextPart,
  ranges: readonly ViewRange[],
): { readonly value: unknown; readonly replacements: number } | string {
  if (part.form === 'name') return 'a span is in the name of a member';
  if (part.form === 'fixed') return 'a span is in a value that the protocol needs unchanged';
  const value = readPointer(body, part.pointer);
  if (part.form === 'tokens') {
    return value === undefined ? notOfBody : { value: null, replacements: ranges.length };
  }
  if (part.form === 'text') {
    if (value !== part.text) return notOfBody;
    return { value: replaceRanges(part.text, ranges), replacements: ranges.length };
  }
  const json = part.form === 'json' ? JSON.stringify(value) : value;
  if (typeof json !== 'string' || viewOfJson(json) !== part.text) return notOfBody;
  const redacted = redactJson(json, ranges);
  if (!redacted.ok) return redacted.reason;
  const newValue: unknown = part.form === 'json' ? JSON.parse(redacted.json) : redacted.json;
  return { value: newValue, replacements: redacted.replacements };
}

function replaceRanges(text: string, ranges: readonly ViewRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const range of ranges) {
    pieces.push(text.slice(copied, range.start), range.replacement);
    copied = range.end;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}
