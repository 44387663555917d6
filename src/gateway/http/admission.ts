/** Bounds the running exchanges, and refuses new ones while the gateway closes or cannot keep records. */
import { AppError } from '../../platform/errors.ts';

export interface Admission {
  /** @throws AppError `unavailable` with Retry-After when no slot is free. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Refuses with this error from now on, for example when records cannot be stored. */
  refuse(error: AppError): void;
  /** Refuses with this error until called again with `undefined`. */
  pause(error: AppError | undefined): void;
  /** Adds a check before each exchange, after the checks added earlier. */
  guard(refusing: () => AppError | undefined): void;
  readonly refusing: AppError | undefined;
  inFlight(): number;
}

export function createAdmission(maxConcurrent: number): Admission {
  let inFlight = 0;
  let refusing: AppError | undefined;
  let paused: AppError | undefined;
  const guards: (() => AppError | undefined)[] = [];
  const guarded = (): AppError | undefined => {
    for (const ask of guards) {
      const held = ask();
      if (held !== undefined) return held;
    }
    return undefined;
  };
  return {
    get refusing() {
      return refusing ?? paused ?? guarded();
    },
    refuse(error) {
      refusing ??= error;
    },
    pause(error) {
      paused = error;
    },
    guard(ask) {
      guards.push(ask);
    },
    inFlight: () => inFlight,
    async run(work) {
      if (refusing !== undefined) throw refusing;
      if (paused !== undefined) throw paused;
      const held = guarded();
      if (held !== undefined) throw held;
      if (inFlight >= maxConcurrent) {
        const detail = 'Too many exchanges are in progress. Try again shortly.';
        throw new AppError('unavailable', 'the concurrency limit is reached', { detail, retryAfterS: 1 });
      }
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
  };
}
