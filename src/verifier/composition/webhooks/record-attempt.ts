/** Records the result of an attempt at the delivery and at its webhook, with the consequences. */

import type { DisabledReason } from '../../../contract/api/webhooks/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { AttemptResult } from './attempt.ts';
import { failingMs, jitter, maxAttempts, maxShownAttempts, pausesMs } from './constants.ts';
import type { WebhookCore } from './core.ts';
import type { DeliveryEnd, LeasedDelivery } from './lease-store.ts';
import type { WebhookRow } from './tables.ts';

/** Interval for storing the time of the last delivery, so that a thousand deliveries a second do not all write it. */
const stampEveryMs = 1_000;

export async function recordAttempt(core: WebhookCore, delivery: LeasedDelivery, result: AttemptResult): Promise<void> {
  const { db, clock, deliveries } = core;
  const attempts = [...delivery.attempts, result.attempt].slice(-maxShownAttempts);
  const end = toEnd(core, delivery, result);
  const isCounted = await db.transaction(async (tx) => {
    const now = clock.now();
    // Lock order: the webhook, then its deliveries, as everywhere, to avoid deadlocks.
    const webhook = await holdToNote(core, tx, delivery, result, now);
    if (!(await deliveries.settle(tx, delivery, attempts, end))) return false;
    if (webhook !== undefined) await noteAtWebhook(core, tx, webhook, result, now);
    return true;
  });
  if (!isCounted) return;
  core.count(result.isDelivered ? 'delivered' : 'failed');
  if (end.kind === 'dead') core.count('dead');
}

function toEnd({ clock, randomBytes }: WebhookCore, { round }: LeasedDelivery, result: AttemptResult): DeliveryEnd {
  const at = clock.now();
  if (result.isDelivered) return { kind: 'delivered', at };
  if (result.isGone) return { kind: 'dead', reason: 'gone', at };
  const pause = pausesMs[round];
  if (pause === undefined || round + 1 >= maxAttempts) return { kind: 'dead', reason: 'attempts', at };
  const lot = (randomBytes(1)[0] ?? 0) / 255;
  return { kind: 'again', inMs: Math.max(pause * (1 - jitter / 2 + jitter * lot), result.retryAfterMs) };
}

/** Gives the locked webhook if something is to be recorded at it. */
async function holdToNote(
  { store }: WebhookCore,
  tx: Db,
  { org_id, webhook_id }: LeasedDelivery,
  { isDelivered }: AttemptResult,
  now: number,
): Promise<WebhookRow | undefined> {
  const read = isDelivered ? await store.find(tx, org_id, webhook_id) : undefined;
  const isFresh = read?.last_success_at != null && now - read.last_success_at < stampEveryMs;
  if (isFresh && read.failing_since === null) return undefined;
  return store.lock(tx, org_id, webhook_id);
}

async function noteAtWebhook(
  core: WebhookCore,
  tx: Db,
  row: WebhookRow,
  { isDelivered, isGone }: AttemptResult,
  now: number,
): Promise<void> {
  const { store } = core;
  if (isDelivered) {
    await store.note(tx, row, { last_success_at: now, failing_since: null });
    return;
  }
  const failingSince = row.failing_since ?? now;
  await store.note(tx, row, { last_failure_at: now, failing_since: failingSince });
  // A disabled webhook is not disabled again.
  if (row.status === 'disabled') return;
  if (isGone) await disable(core, tx, row, 'gone');
  else if (now - failingSince >= failingMs) await disable(core, tx, row, 'failing');
}

const told: Readonly<Record<DisabledReason, string>> = {
  gone: 'its receiver answered 410, which means that it wants no more events',
  failing: 'no delivery reached its receiver for three days',
};

async function disable(core: WebhookCore, tx: Db, row: WebhookRow, reason: DisabledReason): Promise<void> {
  const { store, deliveries, events, audit, clock } = core;
  const { org_id, id, name } = row;
  const now = clock.now();
  await store.update(tx, row, { status: 'disabled', status_reason: reason, updated_at: now });
  const dropped = await deliveries.endPending(tx, { org_id, webhook_id: id }, 'disabled', now);
  const fields = { webhook_id: id, name, reason, dropped };
  await events.append(tx, org_id, {
    type: 'agent.log',
    code: 'webhook.disabled',
    data: { level: 'warn', message: `a webhook was disabled: ${told[reason]}`, fields },
  });
  const about = { action: 'webhook.disabled', resourceType: 'webhook', resourceId: id };
  await audit.append(tx, createAuthor(org_id, 'system'), { ...about, details: { name, reason, dropped } });
}
