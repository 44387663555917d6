/** The intervals that a question about statistics covers. Pure; times in milliseconds, intervals of UTC. */
import { maxPoints, type StatisticsInterval } from '../../../contract/api/statistics/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import { periodMs } from './count.ts';

const { hour: hourMs, day: dayMs } = periodMs;

/** How long rows are kept, by period. Days stay as long as the Evidence. */
export const exchangesKeptMs = { minute: 2 * dayMs, hour: 32 * dayMs, day: Number.POSITIVE_INFINITY } as const;
export const namesKeptMs = { hour: 8 * dayMs, day: Number.POSITIVE_INFINITY } as const;

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface Series extends Range {
  readonly interval: StatisticsInterval;
}

/** Rows of one period in a range. */
export interface Span extends Range {
  readonly period: StatisticsInterval;
}

/** Gives the intervals of a series. @throws AppError `invalid_request` for what no answer can hold, or is no longer kept. */
export function toSeries(
  asked: AskedRange & { readonly interval?: StatisticsInterval | undefined },
  now: number,
): Series {
  const range = toRange(asked, now);
  const interval = asked.interval ?? defaultInterval(range, now);
  const size = periodMs[interval];
  const series = { interval, from: floorTo(range.from, size), to: ceilTo(range.to, size) };
  if (!isKept(interval, range.from, now)) {
    refuse(
      `an interval of a ${interval} can be asked for ${exchangesKeptMs[interval] / dayMs} days back: ask for longer intervals`,
    );
  }
  const points = (series.to - series.from) / size;
  if (points > maxPoints) {
    refuse(
      `the answer would have ${points} points, and ${maxPoints} is the most: ask for longer intervals or a shorter time`,
    );
  }
  return series;
}

/** Gives the days of a range and the hours before and after them. Hours that are no longer kept become whole days. */
export function toSpans(asked: AskedRange, now: number): Range & { readonly spans: readonly Span[] } {
  const range = toRange(asked, now);
  const keptSince = now - namesKeptMs.hour;
  const from = floorTo(range.from, range.from < keptSince ? dayMs : hourMs);
  const to = ceilTo(range.to, range.to < keptSince ? dayMs : hourMs);
  const days = { period: 'day' as const, from: ceilTo(from, dayMs), to: floorTo(to, dayMs) };
  const spans: readonly Span[] =
    days.from >= days.to
      ? [{ period: 'hour', from, to }]
      : [{ period: 'hour', from, to: days.from }, days, { period: 'hour', from: days.to, to }];
  return { from, to, spans: spans.filter((span) => span.from < span.to) };
}

function toRange({ from, to }: AskedRange, now: number): Range {
  const end = to === undefined ? now : Date.parse(to);
  const start = from === undefined ? end - dayMs : Date.parse(from);
  if (start >= end) refuse('from must be before to');
  return { from: start, to: end };
}

function defaultInterval({ from, to }: Range, now: number): StatisticsInterval {
  if (to - from <= 6 * hourMs && isKept('minute', from, now)) return 'minute';
  if (to - from <= 14 * dayMs && isKept('hour', from, now)) return 'hour';
  return 'day';
}

function isKept(interval: StatisticsInterval, from: number, now: number): boolean {
  return from >= now - exchangesKeptMs[interval];
}

/** Rows before the epoch do not exist, so numbers are not negative. */
export function floorTo(timeMs: number, size: number): number {
  return Math.floor(timeMs / size) * size;
}

export function ceilTo(timeMs: number, size: number): number {
  return Math.ceil(timeMs / size) * size;
}

function refuse(detail: string): never {
  throw new AppError('invalid_request', detail, { detail });
}
