/** A stage of the writer that processes pushed items in order, one batch at a time. */

export interface Coalescer<T> {
  push(item: T): void;
  /** Removes and returns everything that was not started. */
  drop(): T[];
  /** Starts nothing new until released. */
  hold(): void;
  release(): void;
  /** Resolves when nothing is running, and nothing waits unless held. */
  idle(): Promise<void>;
}

export interface CoalescerOptions<T> {
  readonly maxItems: number;
  /** Processes a batch; handles its own errors. */
  readonly process: (items: T[]) => Promise<void>;
  /** Lets other events run between two batches, so that a long queue does not block the process. */
  readonly yieldTurn: () => Promise<void>;
}

/** A stage that is idle until something is pushed. Items pushed in one turn are taken together. */
export function createCoalescer<T>({ maxItems, process, yieldTurn }: CoalescerOptions<T>): Coalescer<T> {
  let pending: T[] = [];
  let running: Promise<void> | undefined;
  let held = false;

  const run = async (): Promise<void> => {
    await Promise.resolve();
    while (pending.length > 0 && !held) {
      await process(pending.splice(0, maxItems));
      if (pending.length > 0) await yieldTurn();
    }
    running = undefined;
  };

  const start = (): void => {
    if (!held && pending.length > 0) running ??= run();
  };

  return {
    push(item) {
      pending.push(item);
      start();
    },
    drop() {
      const dropped = pending;
      pending = [];
      return dropped;
    },
    hold() {
      held = true;
    },
    release() {
      held = false;
      start();
    },
    async idle() {
      while (running !== undefined) await running;
    },
  };
}
