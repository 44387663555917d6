/** The clock as an argument, so that every rule about time can be tested at any time. */

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** That of a machine: what several processes go by at the same time, they ask the database for. */
  readonly isOfMachine?: boolean;
}

/** The wall clock of this machine. */
export const systemClock: Clock = { now: () => Date.now(), isOfMachine: true };

/** RFC 3339 UTC text of a time in milliseconds. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
