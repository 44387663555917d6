/** The time ranges of the overview and the intervals that they are counted in. */
import type { overviewTexts } from '../../texts/overview.ts';

export type RangeName = keyof typeof overviewTexts.ranges;

interface Range {
  readonly lengthMs: number;
  readonly interval: 'minute' | 'hour' | 'day';
}

const hourMs = 3_600_000;

export const ranges: Readonly<Record<RangeName, Range>> = {
  '1h': { lengthMs: hourMs, interval: 'minute' },
  '24h': { lengthMs: 24 * hourMs, interval: 'hour' },
  '7d': { lengthMs: 7 * 24 * hourMs, interval: 'hour' },
  '30d': { lengthMs: 30 * 24 * hourMs, interval: 'day' },
};

export const rangeNames: readonly RangeName[] = ['1h', '24h', '7d', '30d'];

/** The range that the address names; one hour for anything else. */
export function toRange(text: string | undefined): RangeName {
  return rangeNames.find((name) => name === text) ?? '1h';
}

/** What the API is asked for, up to now. */
export function toSpan(name: RangeName, now: number): { from: string; to: string; interval: Range['interval'] } {
  const { lengthMs, interval } = ranges[name];
  return { from: new Date(now - lengthMs).toISOString(), to: new Date(now).toISOString(), interval };
}
