/** The clock as an argument, so that every rule about time can be tested at any time. */

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** That of a machine: what several processes go by at the same time, they ask the database for. */
  readonly isOfMachine?: boolean;
}

/** The wall clock of this machine. */
export const systemClock: Clock = { now: () => Date.now(), isOfMachine: true };

/**
 * Time that goes on evenly, whatever is done to the clock of the machine meanwhile: for how long things take and are kept, and for
 * nothing that another process or a person reads. @param monotonicMs never goes back
 */
export function createSteadyClock(clock: Clock, monotonicMs: () => number): Clock {
  const start = clock.now() - monotonicMs();
  return { now: () => Math.floor(start + monotonicMs()) };
}

/** RFC 3339 UTC text of a time in milliseconds. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
