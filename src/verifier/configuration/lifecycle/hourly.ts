/** The hourly run, in one process at a time: the lifecycle of agents, access reviews, unused clients, and expired delegations. */

import type { Evaluation } from '../../../contract/api/lifecycle/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { type Scheduled, startScheduled } from '../../base/scheduled.ts';
import { claimRun } from '../../base/scheduled-runs.ts';
import type { LifecycleEvaluations } from './evaluate.ts';

export interface HourlyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** 0: never. */
  readonly intervalMs: number;
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  readonly lifecycleEvaluations: LifecycleEvaluations;
  readonly accessReviews: { runDue(): Promise<void> };
  /** Removes unused OAuth clients. */
  readonly removeIdleClients: () => Promise<unknown>;
  /** Cleans up the delegation plane. */
  readonly chores: readonly (() => Promise<unknown>)[];
}

export function startHourly({
  db,
  log,
  lifecycleEvaluations,
  accessReviews,
  removeIdleClients,
  chores,
  ...deps
}: HourlyDeps): Scheduled {
  return startScheduled({
    ...deps,
    log,
    name: 'lifecycle',
    claim: (now, intervalMs) => claimRun(db, 'lifecycle', now, intervalMs),
    async work() {
      const outcomes = await Promise.allSettled([
        lifecycleEvaluations.evaluateAll().then((evaluations) => report(log, evaluations)),
        accessReviews.runDue(),
        removeIdleClients(),
        ...chores.map((chore) => chore()),
      ]);
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      if (failed.length > 0) throw new AggregateError(failed, 'a part of the hourly run failed');
    },
  });
}

function report(log: Logger, evaluations: readonly Evaluation[]): void {
  const changes = evaluations.reduce((total, evaluation) => total + evaluation.changes.length, 0);
  const failed = evaluations.flatMap((evaluation) => evaluation.failed);
  if (changes > 0) log.info({ changes }, 'lifecycle policies were applied');
  if (failed.length > 0) log.error({ failed }, 'some agents could not be changed by their lifecycle policy');
}
