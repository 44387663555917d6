import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, bucketStarts, toAddedLatency, toCounts, toHistogram } from './latency.ts';

const histogramOf = (list: readonly number[]) => list.reduce((sum, ms) => sum + toHistogram(ms), 0n);
const latencyOf = (list: readonly number[]) =>
  toAddedLatency({
    exchanges: list.length,
    latencyMs: list.reduce((sum, ms) => sum + ms, 0),
    histogram: histogramOf(list),
  });
const durations = fc.array(fc.nat({ max: 600_000 }), { minLength: 1, maxLength: 60 });

describe('a histogram of latencies', () => {
  it('has the buckets that stored rows have', () => {
    expect(bucketStarts).toHaveLength(72);
    expect(bucketStarts.slice(0, 16)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22]);
    expect(bucketStarts.at(-1)).toBe(545_793);
  });

  it('gives percentiles within a tenth of the exact ones', () => {
    fc.assert(
      fc.property(durations, (list) => {
        const sorted = [...list].sort((left, right) => left - right);
        const exact = (share: number) => sorted[Math.ceil(list.length * share) - 1] ?? 0;
        const latency = latencyOf(list);
        for (const [told, share] of [
          [latency?.p50_ms, 0.5],
          [latency?.p90_ms, 0.9],
          [latency?.p95_ms, 0.95],
          [latency?.p99_ms, 0.99],
        ] as const) {
          expect(Math.abs((told ?? 0) - exact(share))).toBeLessThanOrEqual(
            exact(share) <= 10 ? 0.5 : exact(share) * 0.1,
          );
        }
      }),
    );
  });

  it('merges by adding numbers', () => {
    fc.assert(
      fc.property(durations, durations, (left, right) => {
        expect(histogramOf(left) + histogramOf(right)).toBe(histogramOf([...left, ...right]));
        expect(toCounts(histogramOf(left)).reduce((sum, count) => sum + count, 0)).toBe(left.length);
      }),
    );
  });

  it('puts each duration into the bucket that begins at or before it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (ms) => {
        const bucket = bucketOf(ms);
        expect(bucketStarts[bucket] ?? 0).toBeLessThanOrEqual(ms);
        expect(bucketStarts[bucket + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(ms);
      }),
    );
  });

  it('says nothing about no exchanges', () => {
    expect(toAddedLatency({ exchanges: 0, latencyMs: 0, histogram: 0n })).toBeNull();
  });
});
