/** The clock as an argument, so that every rule about time can be tested at any time. */

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** The wall clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339 UTC text of a time in milliseconds. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
