/** Rates of the decisions at the shipped threshold, with intervals, for all rows and for parts of them. */
import type { Interval } from './intervals.ts';
import { aucInterval, wilsonInterval } from './intervals.ts';
import { groupByScore, rocAuc, type ScoredLabel } from './ranking.ts';

export interface DecidedLabel extends ScoredLabel {
  readonly detected: boolean;
}

/** A measure and its 95 % interval, absent if undetermined. */
export interface Measure {
  readonly value: number;
  readonly interval?: Interval;
}

/** One row of a table: a source, a category, a language, or everything. Undetermined values are `undefined`. */
export interface Breakdown {
  readonly name: string;
  readonly rows: number;
  readonly positives: number;
  readonly auc: Measure | undefined;
  /** Share of detected positives. */
  readonly recall: Measure | undefined;
  /** Share of detected negatives. */
  readonly false_positive_rate: Measure | undefined;
  /** Share of rows decided as labelled. */
  readonly accuracy: Measure | undefined;
}

/** Measures one part of the rows. */
export function breakDown(name: string, rows: readonly DecidedLabel[]): Breakdown {
  const positives = rows.filter(({ label }) => label === 1);
  const negatives = rows.filter(({ label }) => label === 0);
  const groups = groupByScore(rows);
  const hits = count(positives);
  const alarms = count(negatives);
  return {
    name,
    rows: rows.length,
    positives: positives.length,
    auc: toMeasure(rocAuc(groups), aucInterval(groups)),
    recall: toRate(hits, positives.length),
    false_positive_rate: toRate(alarms, negatives.length),
    accuracy: toRate(hits + negatives.length - alarms, rows.length),
  };
}

/** Measures each part of the rows, sorted by name; skips rows without a name. */
export function breakDownBy<T extends DecidedLabel>(
  rows: readonly T[],
  nameOf: (row: T) => string | undefined,
): Breakdown[] {
  const parts = new Map<string, T[]>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === undefined) continue;
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [row]);
    else part.push(row);
  }
  return [...parts].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([name, part]) => breakDown(name, part));
}

/** Combines a value and its interval; undefined without a value. */
export function toMeasure(value: number | undefined, interval: Interval | undefined): Measure | undefined {
  if (value === undefined) return undefined;
  return interval === undefined ? { value } : { value, interval };
}

const toRate = (part: number, whole: number): Measure | undefined =>
  toMeasure(whole === 0 ? undefined : part / whole, wilsonInterval(part, whole));

const count = (rows: readonly DecidedLabel[]): number => rows.filter(({ detected }) => detected).length;
