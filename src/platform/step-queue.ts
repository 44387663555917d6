/**
 * Processes large data in steps. Only one step runs at a time, and after each the thread is free for others, so that
 * a small request waits at most for one step of another caller's large data.
 */

/** Runs steps in order of arrival. */
export interface StepQueue {
  /** Runs the work on data of this size when it is its turn; small data at once. */
  take<Result>(size: number, work: () => Result | Promise<Result>): Result | Promise<Result>;
}

export interface StepQueueOptions {
  /** Data of this size or more are large. */
  readonly largeSize: number;
  readonly monotonicMs: () => number;
  /** Frees the thread after a step of this length. */
  readonly rest: (tookMs: number) => Promise<void>;
}

export function createStepQueue({ largeSize, monotonicMs, rest }: StepQueueOptions): StepQueue {
  let last: Promise<void> = Promise.resolve();

  const doThenRest = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    const startedMs = monotonicMs();
    try {
      return await work();
    } finally {
      await rest(monotonicMs() - startedMs);
    }
  };

  return {
    take(size, work) {
      if (size < largeSize) return work();
      const done = last.then(() => doThenRest(work));
      last = done.then(ended, ended);
      return done;
    },
  };
}

function ended(): void {}

/** Lets other pending work run once. */
export function yieldOnce(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A step that itself waited for the processor is no reason for a longer pause. */
const longestRestMs = 100;

/** Pauses for twice the length of the step, so that others get two thirds of the thread. */
export function pauseTwiceAsLong(tookMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve), Math.min(longestRestMs, Math.ceil(2 * tookMs)));
  });
}
