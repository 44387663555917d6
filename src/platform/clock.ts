/** The clock as an argument, so that tests can set any time. */

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** True for the clock of this machine. Processes that must agree on a time ask the database. */
  readonly isOfMachine?: boolean;
}

/** The wall clock of this machine. */
export const systemClock: Clock = { now: () => Date.now(), isOfMachine: true };

/**
 * Creates a clock that advances evenly, even if the machine's clock is changed. Use it for durations only, never for
 * times that another process or a person reads. @param monotonicMs never goes back
 */
export function createSteadyClock(clock: Clock, monotonicMs: () => number): Clock {
  const start = clock.now() - monotonicMs();
  return { now: () => Math.floor(start + monotonicMs()) };
}

/** Formats a time in milliseconds as RFC 3339 UTC. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The same; null stays null. */
export function toTimestampOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : toTimestamp(timeMs);
}
