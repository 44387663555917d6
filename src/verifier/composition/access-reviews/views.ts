/** Access reviews, their instances and decisions as the API shows them. */

import type { AccessReview, Decision, Instance } from '../../../contract/api/access-reviews/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { DecisionCount } from './store.ts';
import type { AccessReviewRow, DecisionRow, InstanceRow } from './tables.ts';

export function toReview(row: AccessReviewRow): AccessReview {
  const { seq: _seq, reviewers, recurrence_days: days, ended_at, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    reviewers: [...reviewers],
    recurrence: days === null ? null : { days },
    ended_at: toTimestampOrNull(ended_at),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

/** Gives an instance with the counts of its own decisions. */
export function toInstance(row: InstanceRow, counts: readonly DecisionCount[]): Instance {
  const { seq: _seq, start_at, started_at, due_at, completed_at, applied_at, created_at, updated_at, ...rest } = row;
  const own = counts.filter(({ instance_id }) => instance_id === row.id);
  const sum = (isOf: (count: DecisionCount) => boolean) =>
    own.filter(isOf).reduce((total, { decisions }) => total + decisions, 0);
  const decided = (value: DecisionCount['decision']) => sum(({ decision }) => decision === value);
  return {
    ...rest,
    start_at: toTimestamp(start_at),
    started_at: toTimestampOrNull(started_at),
    due_at: toTimestampOrNull(due_at),
    completed_at: toTimestampOrNull(completed_at),
    applied_at: toTimestampOrNull(applied_at),
    counts: {
      total: sum(() => true),
      approve: decided('approve'),
      deny: decided('deny'),
      not_reviewed: decided('not_reviewed'),
      dont_know: decided('dont_know'),
      failed: sum(({ apply_result }) => apply_result === 'failed'),
    },
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

export function toDecision(row: DecisionRow): Decision {
  const { seq: _seq, owners, facts, reviewed_at, applied_at, ...rest } = row;
  return {
    ...rest,
    owners: [...owners],
    facts: { ...facts },
    reviewed_at: toTimestampOrNull(reviewed_at),
    applied_at: toTimestampOrNull(applied_at),
  };
}
