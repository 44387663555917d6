/** API views of webhooks and deliveries, without secrets. */

import type { Delivery, DeliveryDetail, Webhook } from '../../../contract/api/webhooks/shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { ListedDelivery } from './delivery-store.ts';
import type { Attempt, DeliveryRow, WebhookRow } from './tables.ts';

export function toWebhook(row: WebhookRow, now: number): Webhook {
  const { id, org_id, name, url, description, status, status_reason, revision, created_by } = row;
  const isOverlap = row.previous_until !== null && row.previous_until > now;
  return {
    id,
    org_id,
    name,
    url,
    description,
    status,
    status_reason,
    events: [...row.events],
    workspace_ids: copy(row.workspace_ids),
    agent_ids: copy(row.agent_ids),
    secret_overlap_until: isOverlap ? toTimestampOrNull(row.previous_until) : null,
    last_success_at: toTimestampOrNull(row.last_success_at),
    last_failure_at: toTimestampOrNull(row.last_failure_at),
    failing_since: toTimestampOrNull(row.failing_since),
    revision,
    created_by,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toDelivery(row: ListedDelivery): Delivery {
  const { id, webhook_id, event_seq, type, code, status, reason, attempts } = row;
  return {
    id,
    webhook_id,
    event_id: event_seq === null ? null : String(event_seq),
    type,
    code,
    status,
    reason,
    attempt_count: attempts.length,
    last_attempt: toAttempt(attempts.at(-1)),
    next_attempt_at: toTimestampOrNull(row.next_at),
    created_at: toTimestamp(row.created_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}

export function toDeliveryDetail(row: DeliveryRow): DeliveryDetail {
  const payload: unknown = JSON.parse(row.body);
  const attempts = row.attempts.flatMap((attempt) => toAttempt(attempt) ?? []);
  return { ...toDelivery(row), attempts, payload };
}

function toAttempt(attempt: Attempt | undefined) {
  return attempt === undefined ? null : { ...attempt, at: toTimestamp(attempt.at) };
}

function copy(ids: readonly string[] | null): string[] | null {
  return ids === null ? null : [...ids];
}
