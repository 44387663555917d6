/** A circuit breaker: after repeated failures calls are refused at once for a pause, then one probe is let through. */
import type { Clock } from '../../platform/clock.ts';

export interface Breaker {
  /** False while the circuit is open; true once per pause for a probe. */
  allows(): boolean;
  record(success: boolean): void;
}

export interface BreakerOptions {
  readonly clock: Clock;
  readonly failures?: number;
  readonly pauseMs?: number;
}

export function createBreaker({ clock, failures = 5, pauseMs = 2_000 }: BreakerOptions): Breaker {
  let failed = 0;
  let openUntil = 0;
  return {
    allows() {
      if (failed < failures) return true;
      const now = clock.now();
      if (now < openUntil) return false;
      openUntil = now + pauseMs;
      return true;
    },
    record(success) {
      failed = success ? 0 : failed + 1;
      if (failed >= failures) openUntil = clock.now() + pauseMs;
    },
  };
}
