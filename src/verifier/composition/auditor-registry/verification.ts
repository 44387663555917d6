/**
 * Completes verification runs. The process that works on a run holds a lease longer than a run can take. Another process restarts
 * a run that was left in the middle, which does no harm, and fails it after some attempts.
 */

import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createLeaseTokens } from '../../../platform/db/lease.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import { createWorkSlots } from '../../../platform/work-slots.ts';
import type { RunChecks, RunFindings } from './checks.ts';
import type { VerificationRunStore, WhichRun } from './run-store.ts';
import type { ReleaseStore } from './store.ts';
import type { VerificationRunRow } from './tables.ts';

/** Records the end of a run: the run and its release, in one transaction. Does nothing for an overtaken run. */
export type EndRun = (run: VerificationRunRow, findings: RunFindings) => Promise<void>;

export interface VerificationWork {
  /** Starts a run in the background. Without a free slot, a sweep starts it later. */
  wake(which: WhichRun): void;
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
  readonly runs: VerificationRunStore;
  readonly runChecks: RunChecks;
  readonly endRun: EndRun;
  readonly clock: Clock;
  readonly log: Logger;
  /** Identifies this process at the database. */
  readonly processId: string;
}

const maxConcurrent = 8;
const maxOfOne = 2;
const maxAttempts = 3;
const maxDue = 100;
const pauseMs = 60_000;

export function createVerificationWork(deps: VerificationWorkDeps): VerificationWork {
  const { db, store, runs, runChecks, endRun, clock, log, processId } = deps;
  const slots = createWorkSlots({ most: maxConcurrent, maxOfOne });
  const newToken = createLeaseTokens(processId);

  const examine = async (run: VerificationRunRow): Promise<void> => {
    if (run.attempts > maxAttempts) return endRun(run, gaveUp);
    const release = await store.find(db, run.org_id, run.release_id);
    if (release === undefined) return endRun(run, gaveUp);
    await endRun(run, await runChecks(release, run, slots.signal));
  };

  const advance = async (which: WhichRun): Promise<void> => {
    const run = await runs.claim(db, which, newToken());
    if (run === undefined) return;
    try {
      await examine(run);
    } catch (error) {
      const isWaiting = isAppError(error, 'too_many_requests');
      const waitMs = isWaiting ? (error.retryAfterS ?? pauseMs / 1000) * 1000 : run.attempts * 10_000;
      const isFault = !slots.signal.aborted && !isWaiting;
      await runs.release(db, run, clock.now() + (slots.signal.aborted ? 0 : waitMs), isFault);
      if (isFault) log.error({ err: error, verification: run.id }, 'a verification of an auditor failed');
    }
  };

  const begin = (which: WhichRun): void => {
    if (!slots.hasRoom(which.org_id)) return;
    slots
      .begin(which.org_id, () => advance(which))
      // The lease expires, and a sweep takes the run.
      .catch((error: unknown) => log.error({ err: error, verification: which.id }, 'a verification failed'));
  };

  return {
    wake: begin,
    async sweep() {
      const due = await runs.listDue(db, maxDue);
      // Runs without a slot stay due.
      for (const which of due) begin(which);
      return due.length;
    },
    idle: slots.idle,
    close: slots.close,
  };
}

const gaveUp: RunFindings = {
  labels_source: null,
  auditor_id: null,
  checks: [
    { name: 'run', status: 'failed', detail: `it was started ${maxAttempts} times and never finished: verify again` },
  ],
};
