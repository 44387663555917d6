/** Times as users type them: a time, a date, or a span from now. */
import { readTime, UsageError } from './options.ts';

const span = /^(\d{1,5})([smhdw])$/;
const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

export interface MomentReading {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Direction of a span such as `2h`. */
  readonly direction: 'ago' | 'ahead';
}

/** Reads a time as RFC 3339 in UTC. @throws UsageError */
export function readMoment(name: string, text: string, { now, direction }: MomentReading): string {
  const [, count, unit] = span.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const length = Number(count) * (unitMs[unit] ?? 0);
    return new Date(direction === 'ago' ? now - length : now + length).toISOString();
  }
  const time = readTime(text);
  if (time === undefined) {
    throw new UsageError(`--${name} takes a time such as 2026-01-31T12:00:00Z, or a span such as 30m, 24h or 7d.`);
  }
  return new Date(time).toISOString();
}
