/**
 * Lets many use a key and one change it: a change waits until those before it are done, and those after it wait for the
 * change. Counting is all it does, so that the hot path pays next to nothing.
 */

export interface KeyUse {
  /** Runs at once, unless a change waits or runs: then after it. */
  hold<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a change alone. False when those before it were not done in time: nothing was changed then. Not to be called
   * again before it is over. @throws what the change throws; those who wait go on in any case.
   */
  change(run: () => Promise<void>, timeout: Promise<unknown>): Promise<boolean>;
}

/** Starts with nobody. */
export function createKeyUse(): KeyUse {
  let holders = 0;
  let changing: Promise<void> | undefined;
  let tellIdle: (() => void) | undefined;

  const untilIdle = async (timeout: Promise<unknown>): Promise<boolean> => {
    if (holders === 0) return true;
    const idle = new Promise<void>((resolve) => {
      tellIdle = resolve;
    });
    await Promise.race([idle, timeout]);
    tellIdle = undefined;
    return holders === 0;
  };

  return {
    async hold(run) {
      while (changing !== undefined) await changing;
      holders += 1;
      try {
        return await run();
      } finally {
        holders -= 1;
        if (holders === 0) tellIdle?.();
      }
    },
    async change(run, timeout) {
      let release = () => {};
      changing = new Promise((resolve) => {
        release = resolve;
      });
      try {
        if (!(await untilIdle(timeout))) return false;
        await run();
        return true;
      } finally {
        changing = undefined;
        release();
      }
    },
  };
}
