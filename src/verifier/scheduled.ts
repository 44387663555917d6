/**
 * Work that the program does by itself in intervals. Every process has the timer, and the database says which one of
 * them does the work: whoever moves the time of the last run on. A process that dies in the middle is followed by the
 * next interval, so all work that is given here can be repeated.
 */
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';

export interface ScheduledDeps {
  readonly name: string;
  /** 0: never. */
  readonly intervalMs: number;
  /** Runs something later; gives what keeps it from that. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** True for the one process whose turn it is. */
  readonly claim: (now: number, intervalMs: number) => Promise<boolean>;
  readonly work: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Scheduled {
  /** Does the work now, if it is this process's turn. */
  tick(): Promise<boolean>;
  /** Waits for what is under way, and does nothing more. */
  close(): Promise<void>;
}

/** After a start, other work comes first. */
const firstDelayMs = 60_000;

export function startScheduled({ name, intervalMs, schedule, claim, work, clock, log }: ScheduledDeps): Scheduled {
  let cancel: (() => void) | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  const tick = async (): Promise<boolean> => {
    // Timers of processes run apart: one that comes a little early must not lose its turn.
    const isOwn = await claim(clock.now(), Math.floor(intervalMs * 0.9));
    if (isOwn) await work();
    return isOwn;
  };

  const plan = (delayMs: number): void => {
    if (isClosed || intervalMs === 0) return;
    cancel = schedule(() => {
      // The work is repeated by the next interval; what went wrong is in the log, and nobody waits for an answer.
      running = tick()
        .catch((error: unknown) => log.error({ err: error }, `${name} failed, trying again at its next time`))
        .finally(() => plan(intervalMs));
    }, delayMs);
  };
  plan(Math.min(firstDelayMs, intervalMs));

  return {
    tick,
    async close() {
      isClosed = true;
      cancel?.();
      await running;
    },
  };
}
