/**
 * Lets work on large data go on in steps: one step at a time, and after each the thread is free for others. So the small requests
 * of one caller wait for a step of another caller's large ones, and never for all of them.
 */

/** Takes steps in the order in which they come. */
export interface Turns {
  /** Does the work on data of this size when it is its turn; on small data at once. */
  take<Result>(size: number, work: () => Result | Promise<Result>): Result | Promise<Result>;
}

export interface TurnsOptions {
  /** From this size on data are large. */
  readonly largeSize: number;
  readonly monotonicMs: () => number;
  /** Frees the thread after a step that took so long. */
  readonly rest: (tookMs: number) => Promise<void>;
}

export function createTurns({ largeSize, monotonicMs, rest }: TurnsOptions): Turns {
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

/** Lets whatever came in meanwhile have its turn. */
export function restForOneTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A step that waited for the processor itself is no reason to rest longer. */
const longestRestMs = 100;

/** Leaves the thread to others for twice as long as the step took, so that they have two thirds of it. */
export function restTwiceAsLong(tookMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => setImmediate(resolve), Math.min(longestRestMs, Math.ceil(2 * tookMs)));
  });
}
