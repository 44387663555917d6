/**
 * Histograms of milliseconds with fixed buckets. Pure. All buckets of a histogram stand in one whole number, `digits`
 * decimal digits each, so that the sum of numbers is the merged histogram: databases add them up at once.
 */
import type { AddedLatency } from '../../../contract/api/statistics/shapes.ts';

/** Decimal digits of a bucket: room for a million million exchanges. */
export const bucketDigits = 12;

const growth = 1.2;
const longestMs = 600_000;

/**
 * The smallest whole number of milliseconds of each bucket. A bucket is at most a fifth wider than its start, so its
 * middle is at most 10% away from any of its values. Stored rows hold these buckets: other bounds take a migration.
 */
export const bucketStarts: readonly number[] = toStarts();

function toStarts(): number[] {
  const starts = [0];
  for (let start = 1; start < longestMs; start = Math.max(start + 1, Math.floor(start * growth))) starts.push(start);
  return starts;
}

/** Gives the bucket of a duration. The last one is open. */
export function bucketOf(ms: number): number {
  let [low, high] = [0, bucketStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bucketStarts[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Gives the histogram of one duration. */
export function toHistogram(ms: number): bigint {
  return 10n ** BigInt(bucketDigits * bucketOf(ms));
}

/** Sums of durations, with their histogram. */
export interface LatencySum {
  readonly exchanges: number;
  readonly latencyMs: number;
  readonly histogram: bigint;
}

/** Gives mean and percentiles; null without exchanges. */
export function toAddedLatency({ exchanges, latencyMs, histogram }: LatencySum): AddedLatency | null {
  if (exchanges <= 0) return null;
  const counts = toCounts(histogram);
  const at = (share: number) => toPercentile(counts, share);
  return {
    mean_ms: round(latencyMs / exchanges),
    p50_ms: at(0.5),
    p90_ms: at(0.9),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
  };
}

/** Gives a mean as the API shows it. */
export function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Gives the number of durations in each bucket. */
export function toCounts(histogram: bigint): number[] {
  const text = histogram.toString();
  const counts: number[] = [];
  for (let end = text.length; end > 0; end -= bucketDigits) {
    counts.push(Number(text.slice(Math.max(0, end - bucketDigits), end)));
  }
  return counts;
}

function toPercentile(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.ceil(total * share);
  let seen = 0;
  const bucket = counts.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
  return middleOf(bucket);
}

function middleOf(bucket: number): number {
  const start = bucketStarts[bucket] ?? 0;
  const next = bucketStarts[bucket + 1] ?? start + 1;
  return (start + next - 1) / 2;
}
