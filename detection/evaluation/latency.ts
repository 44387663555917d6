/** Latency of an auditor for a text, through the handler that a gateway calls. */
import type { Row } from '../data/row.ts';

export interface Percentiles {
  readonly p50_ms: number;
  readonly p90_ms: number;
  readonly p99_ms: number;
}

export interface Latency extends Percentiles {
  readonly texts: number;
  readonly mean_characters: number;
}

/** Percentiles of measured times, by the nearest rank; `undefined` without times. */
export function percentiles(timesMs: readonly number[]): Percentiles | undefined {
  const sorted = timesMs.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? undefined : { p50_ms: at(0.5), p90_ms: at(0.9), p99_ms: at(0.99) };
}

/** Makes texts of one length from joined rows: real words, so that caches and filters behave as in use. */
export function joinToLength(rows: readonly Row[], characters: number, count: number): Row[] {
  const joined: Row[] = [];
  const total = rows.reduce((sum, { text }) => sum + text.length, 0);
  if (total === 0) return [];
  let at = 0;
  for (let made = 0; made < count; made += 1) {
    const parts: string[] = [];
    for (let length = 0; length <= characters; at += 1) {
      const { text } = rows[at % rows.length] ?? { text: '' };
      parts.push(text);
      length += text.length + 1;
    }
    joined.push({ text: parts.join('\n').slice(0, characters), label: 0, source: 'latency' });
  }
  return joined;
}

const runs = 3;

/**
 * Times each text after a warm-up over the first of them. The least of three runs counts, to exclude other processes of the
 * machine.
 */
export async function measureLatency(
  rows: readonly Row[],
  judge: (row: Row) => Promise<unknown>,
  now: () => number,
): Promise<Latency | undefined> {
  for (const row of rows.slice(0, 200)) await judge(row);
  const times = new Array<number>(rows.length).fill(Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, row] of rows.entries()) {
      const start = now();
      await judge(row);
      times[index] = Math.min(times[index] ?? Number.POSITIVE_INFINITY, now() - start);
    }
  }
  const found = percentiles(times);
  if (found === undefined) return undefined;
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
  return { texts: rows.length, mean_characters: Math.round(characters / rows.length), ...found };
}
