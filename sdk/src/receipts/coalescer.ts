/** A stage of the writer: takes whatever has gathered, in order, one lot at a time. */

export interface Coalescer<T> {
  push(item: T): void;
  /** Takes back everything that was not started. */
  drop(): T[];
  /** Starts nothing more until released. */
  hold(): void;
  release(): void;
  /** Resolves when nothing is being worked on, and nothing waits unless held. */
  idle(): Promise<void>;
}

export interface CoalescerOptions<T> {
  readonly maxItems: number;
  /** Works on a lot; deals with its own errors. */
  readonly process: (items: T[]) => Promise<void>;
  /** Lets other events through between two lots, so that a long queue does not hold up the process. */
  readonly yieldTurn: () => Promise<void>;
}

/** A stage that is idle until something is pushed; things pushed in one turn are taken together. */
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
