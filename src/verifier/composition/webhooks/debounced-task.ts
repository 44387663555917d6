/** Runs a task soon after a request: once for all requests within a time, and never twice at once. */

export interface DebouncedTask {
  signal(): void;
  /** Waits for the running task, and does nothing more. */
  close(): Promise<void>;
}

/** `run` must not throw. */
export function createDebouncedTask(debounceMs: number, run: () => Promise<void>): DebouncedTask {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let [isAsked, isClosed] = [false, false];

  const begin = (): void => {
    timer = undefined;
    isAsked = false;
    running = run().finally(() => {
      running = undefined;
      if (isAsked) plan();
    });
  };
  const plan = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(begin, debounceMs).unref();
  };

  return {
    signal() {
      isAsked = true;
      if (running === undefined) plan();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
