import { expect, test } from 'vitest';
import { rangeNames, ranges, toRange, toSpan } from './ranges.ts';

const most = 1000;
const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

test('an address without a known range means one hour', () => {
  expect(toRange(undefined)).toBe('1h');
  expect(toRange('2y')).toBe('1h');
  expect(toRange('7d')).toBe('7d');
});

test('each range has fewer points than the verifier gives at most', () => {
  for (const name of rangeNames) {
    const { lengthMs, interval } = ranges[name];
    expect(lengthMs / lengths[interval] + 2).toBeLessThan(most);
  }
});

test('a span ends now and begins one range before', () => {
  expect(toSpan('24h', Date.parse('2026-11-24T12:00:00Z'))).toEqual({
    from: '2026-11-23T12:00:00.000Z',
    to: '2026-11-24T12:00:00.000Z',
    interval: 'hour',
  });
});
