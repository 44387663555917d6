import { expect, test } from 'vitest';
import { toDecisionSeries, toLatencySeries } from './series.ts';

const counts = { exchanges: 5, allowed: 3, denied: 2, redacted: 1, escalated: 0, warned: 0, would_deny: 0 };
const added = { mean_ms: 4, p50_ms: 3, p90_ms: 6, p95_ms: 7, p99_ms: 9 };
const points = [
  { start: '2026-11-24T12:00:00.000Z', ...counts, added_latency: added },
  { start: '2026-11-24T12:01:00.000Z', ...counts, allowed: 0, added_latency: null },
];

test('each kind of decision is a line of its own', () => {
  expect(toDecisionSeries(points).map(({ name, values }) => [name, values])).toEqual([
    ['Allowed', [3, 0]],
    ['Denied', [2, 2]],
    ['Redacted', [1, 1]],
    ['Escalated', [0, 0]],
  ]);
});

test('an interval without exchanges has a gap and not a latency of zero', () => {
  expect(toLatencySeries(points).map(({ values }) => values)).toEqual([
    [3, null],
    [7, null],
    [9, null],
  ]);
});

test('lines differ without their colour', () => {
  for (const series of [toDecisionSeries(points), toLatencySeries(points)]) {
    const dashes = series.map(({ dash }) => JSON.stringify(dash ?? []));
    expect(new Set(dashes).size).toBe(series.length);
  }
});
