/** Times of a probe, to the nanosecond: light travels 300 km in a millisecond, so `Date` alone is too coarse. */

/** A moment: whole milliseconds since the epoch and nanoseconds past them. */
export interface Instant {
  readonly ms: number;
  readonly nanos: number;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads RFC 3339 text with up to nine digits of a second, or milliseconds since the epoch; otherwise undefined. */
export function parseInstant(value: string | number): Instant | undefined {
  if (typeof value === 'number') {
    const ms = Math.floor(value);
    return Number.isSafeInteger(ms) ? { ms, nanos: (value - ms) * 1e6 } : undefined;
  }
  const match = rfc3339.exec(value);
  if (match === null) return undefined;
  const digits = (match[1] ?? '').padEnd(9, '0');
  const whole = Date.parse(value.replace(/\.\d+/, ''));
  if (Number.isNaN(whole)) return undefined;
  return { ms: whole + Number(digits.slice(0, 3)), nanos: Number(digits.slice(3)) };
}

/** Milliseconds from one moment to another; negative if the second is earlier. */
export function millisecondsBetween(from: Instant, to: Instant): number {
  return to.ms - from.ms + (to.nanos - from.nanos) / 1e6;
}
