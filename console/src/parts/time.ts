/** Times in words, relative to now. */
import { commonTexts as texts } from '../texts/common.ts';

const steps = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
/** Differences below this many seconds are "just now". */
const nowSeconds = 5;

/** Such as "3 min. ago" or "in 2 hr." */
export function toRelative(time: number, now: number): string {
  const seconds = (time - now) / 1000;
  const size = Math.abs(seconds);
  // The clocks of browser and verifier differ a little.
  if (size < nowSeconds) return texts.time.now;
  const [, unit, length] = steps.find(([limit]) => size < limit) ?? steps[5];
  return relative.format(Math.trunc(seconds / length), unit);
}

/** In the browser's time zone, to the second. */
export function toExact(time: number): string {
  return exact.format(time);
}

/** Such as "820 µs", "12.4 ms" or "3.2 s". */
export function toDuration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
