/**
 * Limits concurrent tool calls. Excess calls wait in order of arrival, within bounds of number and time. Each call is
 * admitted or refused; none is lost.
 */

export interface QueueLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export interface QueueState {
  readonly running: number;
  readonly waiting: number;
}

export type Admission =
  /** `release` passes the place on; repeated calls do nothing. */
  | { readonly kind: 'admitted'; readonly release: () => void }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly state: QueueState }
  /** The caller went away before its turn. */
  | { readonly kind: 'gone' };

export type RefusalReason = 'full' | 'too_long' | 'closing';

export interface CallQueue {
  enter(signal: AbortSignal): Promise<Admission>;
  state(): QueueState;
  /** Refuses all waiting and later calls. */
  close(): void;
}

/** Calls `act` after a time, unless the returned function is called before. */
export type Schedule = (act: () => void, delayMs: number) => () => void;

/** Timers that do not keep a process alive. */
export const scheduleByTimer: Schedule = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

interface Waiter {
  settle(admission: Admission): void;
}

export function createCallQueue(limits: QueueLimits, schedule: Schedule = scheduleByTimer): CallQueue {
  // A set keeps the order of arrival and removes an entry in one step.
  const waiters = new Set<Waiter>();
  let running = 0;
  let isClosed = false;

  const state = (): QueueState => ({ running, waiting: waiters.size });

  function admit(): Admission {
    running += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      const [next] = waiters;
      next?.settle(admit());
    };
    return { kind: 'admitted', release };
  }

  function wait(signal: AbortSignal): Promise<Admission> {
    return new Promise((resolve) => {
      const leave = () => waiter.settle({ kind: 'gone' });
      const cancel = schedule(
        () => waiter.settle({ kind: 'refused', reason: 'too_long', state: state() }),
        limits.maxWaitMs,
      );
      const waiter: Waiter = {
        settle(admission) {
          waiters.delete(waiter);
          cancel();
          signal.removeEventListener('abort', leave);
          resolve(admission);
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    enter(signal) {
      if (signal.aborted) return Promise.resolve({ kind: 'gone' });
      if (isClosed) return Promise.resolve({ kind: 'refused', reason: 'closing', state: state() });
      if (running < limits.maxRunning) return Promise.resolve(admit());
      if (waiters.size < limits.maxWaiting) return wait(signal);
      return Promise.resolve({ kind: 'refused', reason: 'full', state: state() });
    },
    state,
    close() {
      isClosed = true;
      for (const waiter of [...waiters]) waiter.settle({ kind: 'refused', reason: 'closing', state: state() });
    },
  };
}
