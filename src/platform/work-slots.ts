/** Runs work in the background: a limited number at a time, and a limited number of each owner. */
import { AppError } from './errors.ts';

export interface WorkSlots {
  /** Aborted once the process ends. */
  readonly signal: AbortSignal;
  /** True while work of this owner may begin. */
  hasRoom(owner: string): boolean;
  /** Begins work, also without room. Resolves when it has ended. @throws what the work throws */
  begin(owner: string, work: () => Promise<void>): Promise<void>;
  /** Waits until no work is running. */
  idle(): Promise<void>;
  /** Aborts the signal, and waits for running work. */
  close(): Promise<void>;
}

export function createWorkSlots({ most, maxOfOne }: { readonly most: number; readonly maxOfOne: number }): WorkSlots {
  const running = new Map<Promise<unknown>, string>();
  const ending = new AbortController();
  return {
    signal: ending.signal,
    hasRoom(owner) {
      const own = [...running.values()].filter((one) => one === owner);
      return !ending.signal.aborted && running.size < most && own.length < maxOfOne;
    },
    begin(owner, work) {
      const run = work();
      // Settles without the error, which goes to the caller and not to those that wait for an end.
      const ended: Promise<unknown> = run.catch(() => undefined).finally(() => running.delete(ended));
      running.set(ended, owner);
      return ended.then(() => run);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.keys());
    },
    async close() {
      ending.abort(new AppError('unavailable', 'the process ends'));
      await Promise.all(running.keys());
    },
  };
}
