/** Precision and recall of spans, type by type: by exact boundaries and by any overlap. */
import type { LabelledSpan } from '../data/row.ts';

export interface SpanRow {
  readonly expected: readonly LabelledSpan[];
  readonly found: readonly LabelledSpan[];
}

export interface SpanRates {
  readonly precision: number | null;
  readonly recall: number | null;
  /** Recall weighs twice as much as precision, as other tools report it. */
  readonly f2: number | null;
}

export interface SpanMeasures {
  readonly type: string;
  readonly expected: number;
  readonly found: number;
  /** Same type and boundaries. */
  readonly exact: SpanRates;
  /** Same type, at least one character shared. */
  readonly overlapping: SpanRates;
}

/**
 * Rows per type, both marked and found; then all types together, and all types regardless of type: whether anything was found at
 * all.
 */
export function measureSpans(rows: readonly SpanRow[]): SpanMeasures[] {
  const types = new Set(rows.flatMap(({ expected, found }) => [...expected, ...found].map(({ type }) => type)));
  const lines = [...types].toSorted().map((type) => measure(type, rows, (span) => span.type === type));
  if (lines.length < 2) return lines;
  const untyped = rows.map(({ expected, found }) => ({ expected: expected.map(toAny), found: found.map(toAny) }));
  return [...lines, measure('all', rows, () => true), measure(anyType, untyped, () => true)];
}

const anyType = 'all, of any type';

const toAny = ({ start, end }: LabelledSpan): LabelledSpan => ({ type: anyType, start, end });

function measure(type: string, rows: readonly SpanRow[], counts: (span: LabelledSpan) => boolean): SpanMeasures {
  const total = { expected: 0, found: 0, exact: 0, expectedHit: 0, foundHit: 0 };
  for (const row of rows) {
    const expected = row.expected.filter(counts);
    const found = row.found.filter(counts);
    total.expected += expected.length;
    total.found += found.length;
    total.exact += countExact(expected, found);
    total.expectedHit += expected.filter((span) => found.some((other) => overlap(span, other))).length;
    total.foundHit += found.filter((span) => expected.some((other) => overlap(span, other))).length;
  }
  return {
    type,
    expected: total.expected,
    found: total.found,
    exact: toRates(total.exact, total.exact, total),
    overlapping: toRates(total.foundHit, total.expectedHit, total),
  };
}

/** One found span matches one expected span. */
function countExact(expected: readonly LabelledSpan[], found: readonly LabelledSpan[]): number {
  const left = new Map<string, number>();
  for (const span of found) left.set(keyOf(span), (left.get(keyOf(span)) ?? 0) + 1);
  let hits = 0;
  for (const span of expected) {
    const spare = left.get(keyOf(span)) ?? 0;
    if (spare === 0) continue;
    hits += 1;
    left.set(keyOf(span), spare - 1);
  }
  return hits;
}

function toRates(foundRight: number, expectedFound: number, total: { expected: number; found: number }): SpanRates {
  const precision = total.found === 0 ? null : foundRight / total.found;
  const recall = total.expected === 0 ? null : expectedFound / total.expected;
  const weighted = precision === null || recall === null ? 0 : 4 * precision + recall;
  return { precision, recall, f2: f2(precision, recall, weighted) };
}

function f2(precision: number | null, recall: number | null, weighted: number): number | null {
  if (recall === null) return null;
  // Nothing found although something is there.
  if (precision === null || weighted === 0) return 0;
  return (5 * precision * recall) / weighted;
}

const keyOf = ({ type, start, end }: LabelledSpan): string => `${start} ${end} ${type}`;

const overlap = (left: LabelledSpan, right: LabelledSpan): boolean =>
  left.type === right.type && left.start < right.end && right.start < left.end;
