import { describe, expect, it } from 'vitest';
import { readMoment } from './moment.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('times in user notation', () => {
  it.each([
    ['90s', 'ago', '2026-03-10T11:58:30.000Z'],
    ['24h', 'ago', '2026-03-09T12:00:00.000Z'],
    ['2w', 'ago', '2026-02-24T12:00:00.000Z'],
    ['7d', 'ahead', '2026-03-17T12:00:00.000Z'],
    ['2026-01-31', 'ago', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T12:00:00+02:00', 'ahead', '2026-01-31T10:00:00.000Z'],
  ] as const)('%s %s is %s', (text, direction, expected) => {
    expect(readMoment('from', text, { now, direction })).toBe(expected);
  });

  it.each(['2y', '7', '', 'yesterday', '2026-13-01', '1e3h', '-2h', '999999h'])('%j is no time', (text) => {
    expect(() => readMoment('from', text, { now, direction: 'ago' })).toThrow(/--from takes a time .*, or a span/);
  });
});
