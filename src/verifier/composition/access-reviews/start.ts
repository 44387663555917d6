/** Begins instances: planned with the review or the instance before, and started with a snapshot. */
import type { Db } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import type { Author } from '../../base/control/author.ts';
import { dayMs } from '../../configuration/lifecycle/staleness.ts';
import { type ReviewCore, refuseInstance } from './core.ts';
import type { TakeSnapshot } from './snapshot.ts';
import type { AccessReviewRow, InstanceRow } from './tables.ts';

/** Both run in a transaction that locks the organisation. */
export interface ReviewStarts {
  /** Plans an instance for that time; starts it at once if the time has come. */
  plan(tx: Db, author: Author, review: AccessReviewRow, startAt: number): Promise<InstanceRow>;
  /** Starts an instance. A repeat changes nothing. @throws AppError `conflict` after it was completed. */
  start(tx: Db, author: Author, review: AccessReviewRow, instance: InstanceRow): Promise<InstanceRow>;
}

export interface ReviewStartsDeps {
  readonly core: ReviewCore;
  readonly takeSnapshot: TakeSnapshot;
}

export function createReviewStarts({ core, takeSnapshot }: ReviewStartsDeps): ReviewStarts {
  const { store, clock, randomBytes } = core;

  const plan = async (tx: Db, author: Author, review: AccessReviewRow, startAt: number): Promise<InstanceRow> => {
    const now = clock.now();
    const instance = await store.insertInstance(tx, {
      org_id: review.org_id,
      id: createId('rvi', clock, randomBytes),
      review_id: review.id,
      status: 'not_started',
      start_at: startAt,
      started_at: null,
      due_at: null,
      completed_at: null,
      completed_by: null,
      applied_at: null,
      created_at: now,
      updated_at: now,
    });
    return startAt <= now ? start(tx, author, review, instance) : instance;
  };

  const start = async (
    tx: Db,
    author: Author,
    review: AccessReviewRow,
    instance: InstanceRow,
  ): Promise<InstanceRow> => {
    if (instance.status === 'in_progress') return instance;
    if (instance.status !== 'not_started') return refuseInstance(instance, 'started');
    const now = clock.now();
    const items = await takeSnapshot(tx, review, instance, (rows) => store.insertDecisions(tx, rows));
    const dueAt = now + review.duration_days * dayMs;
    const change = { status: 'in_progress', started_at: now, due_at: dueAt, updated_at: now } as const;
    const started = await store.updateInstance(tx, review.org_id, instance.id, change);
    await core.note(tx, author, 'started', review, { instance_id: instance.id, items });
    const next = nextStart(review, instance.start_at, now);
    if (next !== undefined) await plan(tx, author, review, next);
    return started;
  };

  return { plan, start };
}

/** Gives the next start in the future: missed ones are skipped. */
export function nextStart(
  { recurrence_days: days, ended_at }: Pick<AccessReviewRow, 'recurrence_days' | 'ended_at'>,
  startAt: number,
  now: number,
): number | undefined {
  if (days === null || ended_at !== null) return undefined;
  const periodMs = days * dayMs;
  const periods = Math.max(1, Math.floor((now - startAt) / periodMs) + 1);
  return startAt + periods * periodMs;
}
