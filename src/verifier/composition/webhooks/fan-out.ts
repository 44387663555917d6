/** Turns events into deliveries, in the transaction that advances the reader: each webhook that wants an event gets one row. */

import type { EventView } from '../../../contract/api/events/shapes.ts';
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { createId } from '../../../platform/ids.ts';
import { createEventReader } from '../../base/events/reader.ts';
import { maxPending } from './constants.ts';
import type { WebhookCore } from './core.ts';
import type { NewDelivery } from './delivery-store.ts';
import { isWanted } from './matching.ts';
import type { WebhookRow } from './tables.ts';

export interface FanOut {
  /** Reads the available events. Calls `made` after each batch that made deliveries. @returns the number of events read. */
  read(signal: AbortSignal, made: () => void): Promise<number>;
}

/** The position of this reader is stored under its name. */
const readerName = 'webhooks';
const batch = 500;
/** Interval at which the reader shows that it is alive while nobody wants events: unread events are kept for it. */
const skipEveryMs = 60_000;
/** After this many new deliveries of a webhook, checks whether too many wait. */
const trimEvery = 5_000;

/** The message. A code says more than a type: `approval.requested` is an `agent.log`. */
export function toBody(event: EventView): string {
  return JSON.stringify({ type: event.code ?? event.type, timestamp: event.time, data: event });
}

export function createFanOut(core: WebhookCore, bounds: { readonly maxPending?: number } = {}): FanOut {
  const { db, clock, randomBytes, store, deliveries } = core;
  const most = bounds.maxPending ?? maxPending;
  const every = Math.min(trimEvery, most);
  const reader = createEventReader({ db, clock, name: readerName, batch });
  const sinceTrim = new Map<string, number>();
  let skippedAt = Number.NEGATIVE_INFINITY;

  const toRow = ({ org_id, id }: WebhookRow, event: EventView, body: string): NewDelivery => ({
    org_id,
    id: createId('whd', clock, randomBytes),
    webhook_id: id,
    event_seq: Number(event.id),
    type: event.type,
    code: event.code,
    body,
    status: 'pending',
    reason: null,
    attempts: [],
    round: 0,
    next_at: clock.now(),
    ...noLease,
    created_at: clock.now(),
    ended_at: null,
  });

  const trim = async (tx: Db, { org_id, id }: WebhookRow, added: number): Promise<void> => {
    const total = (sinceTrim.get(id) ?? 0) + added;
    sinceTrim.set(id, total >= every ? 0 : total);
    if (total < every) return;
    const ended = await deliveries.trim(tx, { org_id, webhook_id: id }, most, clock.now());
    if (ended > 0)
      core.log.warn(
        { org: org_id, webhook: id, ended },
        'a webhook has too many waiting deliveries: the oldest was dropped',
      );
  };

  const handle = async (tx: Db, events: readonly EventView[]): Promise<boolean> => {
    const webhooks = await store.listTaking(tx, [...new Set(events.map(({ org_id }) => org_id))]);
    let hasMade = false;
    const bodies = new Map<string, string>();
    const bodyOf = (event: EventView): string => {
      const body = bodies.get(event.id) ?? toBody(event);
      bodies.set(event.id, body);
      return body;
    };
    for (const webhook of webhooks) {
      const wanted = events.filter((event) => isWanted(webhook, event));
      if (wanted.length === 0) continue;
      await deliveries.insertMany(
        tx,
        wanted.map((event) => toRow(webhook, event, bodyOf(event))),
      );
      await trim(tx, webhook, wanted.length);
      hasMade = true;
    }
    return hasMade;
  };

  return {
    async read(signal, made) {
      if (!(await store.hasTaking(db))) {
        const now = clock.now();
        if (now - skippedAt < skipEveryMs) return 0;
        const hasMoved = await reader.skip((tx) => store.hasTaking(tx));
        if (hasMoved) skippedAt = now;
        return 0;
      }
      skippedAt = Number.NEGATIVE_INFINITY;
      return reader.readBatches(async (tx, events) => {
        if (await handle(tx, events)) afterCommit(tx, made);
      }, signal);
    },
  };
}
