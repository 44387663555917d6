/**
 * A lock that many users of a key share and one change excludes: a change waits for earlier users, and later users wait
 * for the change. It only counts, so the hot path pays next to nothing.
 */

export interface KeyUse {
  /** Runs at once, or after a waiting or running change. */
  hold<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a change alone. False when earlier users did not end in time; then nothing was changed. Do not call it again
   * before it is over. @throws the error of the change; waiting users go on in any case.
   */
  change(run: () => Promise<void>, timeout: Promise<unknown>): Promise<boolean>;
}

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
