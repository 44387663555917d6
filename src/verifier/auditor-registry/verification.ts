/**
 * Takes verification runs to their end. Who works on one holds a lease of it, longer than a run may take: what a process
 * left in the middle is begun anew by another one, which harms nothing, and fails after some times.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { RunChecks, RunFindings } from './checks.ts';
import type { RunStore, WhichRun } from './run-store.ts';
import type { ReleaseStore } from './store.ts';
import type { RunRow } from './tables.ts';

/** Writes down how a run ended: the run and its release, in one transaction; does nothing for one that was overtaken. */
export type EndRun = (run: RunRow, by: string, findings: RunFindings) => Promise<void>;

export interface VerificationWork {
  /** Begins one, without anybody waiting for it; what finds no place, a sweep begins. */
  kick(which: WhichRun): void;
  /** Begins what is due, without waiting for its end: what a process left, what had to wait. */
  sweep(): Promise<number>;
  /** Until nothing that was begun here is under way. */
  idle(): Promise<void>;
  /** Gives back what is under way, and begins nothing more. */
  close(): Promise<void>;
}

export interface VerificationWorkDeps {
  readonly db: Db;
  readonly store: ReleaseStore;
  readonly runs: RunStore;
  readonly runChecks: RunChecks;
  readonly endRun: EndRun;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this process among those that work on the same database. */
  readonly processId: string;
}

/** Longer than everything that a run waits for: 30 s for the registry, 10 s for the vocabulary, 60 s for the kit. */
export const leaseMs = 180_000;
const mostAtOnce = 8;
const mostOfOne = 2;
const mostAttempts = 3;
const mostDue = 100;
const pauseMs = 60_000;

export function createVerificationWork(deps: VerificationWorkDeps): VerificationWork {
  const { db, store, runs, runChecks, endRun, clock, log, processId } = deps;
  const running = new Map<Promise<void>, string>();
  const ending = new AbortController();

  const examine = async (run: RunRow): Promise<void> => {
    if (run.attempts > mostAttempts) return endRun(run, processId, gaveUp);
    const release = await store.find(db, run.org_id, run.release_id);
    if (release === undefined) return endRun(run, processId, gaveUp);
    await endRun(run, processId, await runChecks(release, run, ending.signal));
  };

  const advance = async (which: WhichRun): Promise<void> => {
    const now = clock.now();
    const run = await runs.claim(db, which, { by: processId, now, until: now + leaseMs });
    if (run === undefined) return;
    try {
      await examine(run);
    } catch (error) {
      const isWaiting = isAppError(error, 'too_many_requests');
      const waitMs = isWaiting ? (error.retryAfterS ?? pauseMs / 1000) * 1000 : run.attempts * 10_000;
      const isFault = !ending.signal.aborted && !isWaiting;
      await runs.release(db, run, processId, clock.now() + (ending.signal.aborted ? 0 : waitMs), isFault);
      if (isFault) log.error({ err: error, verification: run.id }, 'a verification of an auditor failed');
    }
  };

  const isFull = (orgId: string): boolean => {
    const own = [...running.values()].filter((one) => one === orgId);
    return ending.signal.aborted || running.size >= mostAtOnce || own.length >= mostOfOne;
  };

  const begin = (which: WhichRun): Promise<void> => {
    const work = advance(which)
      // The lease ends, and a sweep takes the run up.
      .catch((error: unknown) => log.error({ err: error, verification: which.id }, 'a verification failed'))
      .finally(() => running.delete(work));
    running.set(work, which.org_id);
    return work;
  };

  return {
    kick(which) {
      if (!isFull(which.org_id)) void begin(which);
    },
    async sweep() {
      const due = await runs.listDue(db, clock.now(), mostDue);
      // Runs without a place stay due.
      for (const which of due) {
        if (!isFull(which.org_id)) void begin(which);
      }
      return due.length;
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

const gaveUp: RunFindings = {
  ...{ labels_source: null, auditor_id: null },
  checks: [
    {
      ...{ name: 'run', status: 'failed' },
      detail: `it was begun ${mostAttempts} times and never came to an end: verify again`,
    },
  ],
};
