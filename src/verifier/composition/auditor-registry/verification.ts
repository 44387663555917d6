/**
 * Completes verification runs. The process that works on a run holds a lease longer than a run can take. Another process restarts
 * a run that was left in the middle, which does no harm, and fails it after some attempts.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import type { RunChecks, RunFindings } from './checks.ts';
import type { RunStore, WhichRun } from './run-store.ts';
import type { ReleaseStore } from './store.ts';
import type { RunRow } from './tables.ts';

/** Records the end of a run: the run and its release, in one transaction. Does nothing for an overtaken run. */
export type EndRun = (run: RunRow, by: string, findings: RunFindings) => Promise<void>;

export interface VerificationWork {
  /** Starts a run in the background. Without a free slot, a sweep starts it later. */
  kick(which: WhichRun): void;
  /** Starts due runs without waiting for their end: those that a process left, and those that had to wait. */
  sweep(): Promise<number>;
  /** Waits for running verifications. */
  idle(): Promise<void>;
  /** Gives back what is in progress, and starts nothing more. */
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
  /** Identifies this process at the database. */
  readonly processId: string;
}

/** Longer than all waits of a run: 30 s for the registry, 10 s for the vocabulary, 60 s for the kit. */
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
      // The lease expires, and a sweep takes the run.
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
      // Runs without a slot stay due.
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
