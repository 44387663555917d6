/** Deliveries for people: list, read, replay, and test a webhook. */

import type {
  Delivery,
  DeliveryDetail,
  Replay,
  ReplayAnswer,
  TestAnswer,
} from '../../../contract/api/webhooks/shapes.ts';
import { maxReplayed } from '../../../contract/api/webhooks/states.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId } from '../../../platform/ids.ts';
import type { Author } from '../../base/control/author.ts';
import { makeAttempt } from './attempt.ts';
import type { WebhookCore } from './core.ts';
import type { DeliveryFilter, NewDelivery } from './delivery-store.ts';
import { toBody } from './fan-out.ts';
import { noWebhook, testEvent } from './service.ts';
import { toDelivery, toDeliveryDetail } from './views.ts';

export interface WebhookDeliveries {
  /** @throws AppError `not_found`. */
  list(orgId: string, webhookId: string, filter: DeliveryFilter, page: PageStart): Promise<Page<Delivery>>;
  /** @throws AppError `not_found`. */
  get(orgId: string, webhookId: string, id: string): Promise<DeliveryDetail>;
  /** Leaves a waiting delivery unchanged. @throws AppError `not_found`, `conflict` (`webhook_disabled`). */
  replay(tx: Db, author: Author, webhookId: string, id: string): Promise<Delivery>;
  /** @throws AppError as `replay`, `unprocessable` if the range ends before it begins. */
  replayMany(tx: Db, author: Author, webhookId: string, range: Replay): Promise<ReplayAnswer>;
  /** Makes one attempt, whatever the status of the webhook. @throws AppError `not_found`, `too_many_requests`, `unavailable`. */
  test(author: Author, webhookId: string): Promise<TestAnswer>;
}

export function createWebhookDeliveries(core: WebhookCore): WebhookDeliveries {
  const { db, clock, randomBytes, store, deliveries, audit } = core;

  const of = async (from: Db, org_id: string, webhook_id: string) => {
    const webhook = await store.find(from, org_id, webhook_id);
    if (webhook === undefined) throw noWebhook();
    return { webhook, which: { org_id, webhook_id } };
  };
  const tell = (tx: Db, author: Author, id: string, action: string, details: object) =>
    audit.append(tx, author, {
      action: `webhook.${action}`,
      resourceType: 'webhook',
      resourceId: id,
      details: { ...details },
    });
  const toReplay = async (tx: Db, { orgId }: Author, webhookId: string) => {
    const { webhook, which } = await of(tx, orgId, webhookId);
    if (webhook.status === 'disabled') throw disabled();
    return which;
  };

  return {
    async list(orgId, webhookId, filter, page) {
      const { which } = await of(db, orgId, webhookId);
      return toPage(await deliveries.list(db, which, filter, page), page.limit, toDelivery);
    },
    async get(orgId, webhookId, id) {
      const { which } = await of(db, orgId, webhookId);
      const row = await deliveries.find(db, which, id);
      if (row === undefined) throw noDelivery();
      return toDeliveryDetail(row);
    },
    async replay(tx, author, webhookId, id) {
      const which = await toReplay(tx, author, webhookId);
      const row = (await deliveries.replay(tx, which, id, clock.now())) ?? (await deliveries.find(tx, which, id));
      if (row === undefined) throw noDelivery();
      await tell(tx, author, webhookId, 'replayed', { delivery_id: id });
      return toDelivery(row);
    },
    async replayMany(tx, author, webhookId, { since, until, status = 'dead' }) {
      const range = { since: Date.parse(since), until: until === undefined ? undefined : Date.parse(until) };
      if (range.until !== undefined && range.until < range.since) throw wrongWay();
      const which = await toReplay(tx, author, webhookId);
      const statuses = status === 'all' ? (['dead', 'delivered'] as const) : [status];
      const done = await deliveries.replayMany(tx, which, { ...range, statuses, most: maxReplayed }, clock.now());
      await tell(tx, author, webhookId, 'replayed', { since, until: until ?? null, status, replayed: done.length });
      const last = done.reduce((latest, time) => Math.max(latest, time), 0);
      return { replayed: done.length, next_since: done.length < maxReplayed ? null : toTimestamp(last) };
    },
    async test(author, webhookId) {
      const { webhook } = await of(db, author.orgId, webhookId);
      const { org_id } = webhook;
      const id = createId('whd', clock, randomBytes);
      const event = testEvent(webhook, clock.now());
      const body = toBody(event);
      const result = await makeAttempt(core, webhook, { id, body }, new AbortController().signal);
      if ('heldForMs' in result) throw held(result.heldForMs);
      const now = clock.now();
      const row: NewDelivery = {
        org_id,
        id,
        webhook_id: webhookId,
        event_seq: null,
        type: event.type,
        code: event.code,
        body,
        status: result.isDelivered ? 'delivered' : 'dead',
        reason: result.isDelivered ? null : 'test',
        attempts: [result.attempt],
        round: 1,
        next_at: null,
        ...noLease,
        created_at: now,
        ended_at: now,
      };
      await db.transaction(async (tx) => {
        // Deleted meanwhile: nothing of it is kept.
        if ((await store.lock(tx, org_id, webhookId)) === undefined) throw noWebhook();
        await deliveries.insertMany(tx, [row]);
        await tell(tx, author, webhookId, 'tested', { delivered: result.isDelivered });
      });
      return { delivered: result.isDelivered, delivery: toDelivery({ ...row, seq: 0 }) };
    },
  };
}

function noDelivery(): AppError {
  const detail = 'the webhook has no such delivery, or the delivery has expired';
  return new AppError('not_found', detail, { detail });
}

function disabled(): AppError {
  const detail = 'the webhook is disabled: set its status to active first';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'webhook_disabled' } });
}

function wrongWay(): AppError {
  const detail = 'until is before since';
  return new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/until', message: detail }] });
}

function held(heldForMs: number): AppError {
  const detail = 'this organisation called too many addresses in this minute: try again later';
  return new AppError('too_many_requests', detail, { detail, retryAfterS: Math.ceil(heldForMs / 1000) });
}
