/**
 * Periodic work of the program. Every process has the timer; the process that advances the time of the last run in the database
 * does the work. If a process dies in the middle, the next interval repeats the work, so all work given here must be repeatable.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';

export interface ScheduledDeps {
  readonly name: string;
  /** 0: never. */
  readonly intervalMs: number;
  /** Runs a function later. Returns its cancellation. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** True for the one process that has to do the work. */
  readonly claim: (now: number, intervalMs: number) => Promise<boolean>;
  readonly work: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Scheduled {
  /** Does the work now, if this process has to. */
  tick(): Promise<boolean>;
  /** Waits for work in progress, and does nothing more. */
  close(): Promise<void>;
}

/** After a start, other work comes first. */
const firstDelayMs = 60_000;

export function startScheduled({ name, intervalMs, schedule, claim, work, clock, log }: ScheduledDeps): Scheduled {
  let cancel: (() => void) | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  const tick = async (): Promise<boolean> => {
    // Timers of processes drift apart: one that fires a little early must still run.
    const isOwn = await claim(clock.now(), Math.floor(intervalMs * 0.9));
    if (isOwn) await work();
    return isOwn;
  };

  const plan = (delayMs: number): void => {
    if (isClosed || intervalMs === 0) return;
    cancel = schedule(() => {
      // The next interval repeats the work. Errors are logged, and nobody waits for an answer.
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
