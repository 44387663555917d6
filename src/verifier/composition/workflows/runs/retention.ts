/** Removes the values of ended runs after a day, and their records after a month. */
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { WorkflowRunStore } from './store.ts';

const valuesKeptMs = 24 * 60 * 60 * 1_000;
const runsKeptMs = 30 * 24 * 60 * 60 * 1_000;
const maxConcurrent = 500;

export interface RunRetentionDeps {
  readonly db: Db;
  readonly store: Pick<WorkflowRunStore, 'removePayloads' | 'removeEnded'>;
  readonly clock: Clock;
}

/** Keeps the hashes in the record. Each batch is a transaction. */
export async function retainRuns({ db, store, clock }: RunRetentionDeps): Promise<void> {
  const now = clock.now();
  while ((await store.removePayloads(db, now - valuesKeptMs, now, maxConcurrent)) === maxConcurrent);
  while ((await store.removeEnded(db, now - runsKeptMs, maxConcurrent)) === maxConcurrent);
}
