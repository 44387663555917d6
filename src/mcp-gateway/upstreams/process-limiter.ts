/** Limits the processes of local servers. When none is free, it waits briefly for a process that is ending. */
import type { ProcessLimiter } from './stdio.ts';

const patienceMs = 5_000;

export function createProcessLimiter(most: number): ProcessLimiter {
  const waiting = new Set<(isTaken: boolean) => void>();
  let taken = 0;
  return {
    async acquire() {
      if (taken < most) {
        taken += 1;
        return true;
      }
      return new Promise((resolve) => {
        const settle = (isTaken: boolean): void => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(isTaken);
        };
        const timer = setTimeout(() => settle(false), patienceMs);
        timer.unref();
        waiting.add(settle);
      });
    },
    release() {
      const [next] = waiting;
      // The slot passes to the first one waiting.
      if (next === undefined) taken -= 1;
      else next(true);
    },
  };
}
