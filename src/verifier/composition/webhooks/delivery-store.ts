/** Queries over deliveries. `lease-store.ts` has those of senders. */

import { and, asc, count, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { DeadReason, DeliveryStatus } from '../../../contract/api/webhooks/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { isFree, noLease } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { keptMs, maxEnded } from './constants.ts';
import { createLeaseQueries, type LeaseQueries } from './lease-store.ts';
import { type DeliveryRow, deliveriesTable } from './tables.ts';

export type NewDelivery = Omit<DeliveryRow, 'seq' | 'fence'>;
type OfWebhook = Pick<DeliveryRow, 'org_id' | 'webhook_id'>;

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly code?: string | undefined;
}

export interface ReplayRange {
  readonly statuses: readonly DeliveryStatus[];
  readonly since: number;
  readonly until: number | undefined;
  readonly most: number;
}

export interface DeliveryStore extends LeaseQueries {
  /** Skips an event that the webhook already has. */
  insertMany(tx: Db, rows: readonly NewDelivery[]): Promise<void>;
  find(db: Db, which: OfWebhook, id: string): Promise<DeliveryRow | undefined>;
  list(db: Db, which: OfWebhook, filter: DeliveryFilter, page: PageStart): Promise<ListedDelivery[]>;
  countPending(db: Db, which: OfWebhook): Promise<number>;
  /** Makes an ended delivery due again. */
  replay(tx: Db, which: OfWebhook, id: string, now: number): Promise<DeliveryRow | undefined>;
  /** Does the same for many, oldest first. Returns when each was made. */
  replayMany(tx: Db, which: OfWebhook, range: ReplayRange, now: number): Promise<number[]>;
  /** Ends all waiting deliveries. One in progress ends too, whatever its result. */
  endPending(tx: Db, which: OfWebhook, reason: DeadReason, now: number): Promise<number>;
  /** Ends the oldest waiting deliveries beyond a number. Returns how many. */
  trim(tx: Db, which: OfWebhook, most: number, now: number): Promise<number>;
  removeOf(tx: Db, which: OfWebhook): Promise<void>;
  /** Removes expired deliveries of all organisations. Returns how many. */
  removeOld(db: Db, now: number): Promise<number>;
}

/** A statement has at most 65,535 parameters. */
const maxConcurrent = 1_000;

const listed = {
  id: deliveriesTable.id,
  seq: deliveriesTable.seq,
  webhook_id: deliveriesTable.webhook_id,
  event_seq: deliveriesTable.event_seq,
  type: deliveriesTable.type,
  code: deliveriesTable.code,
  status: deliveriesTable.status,
  reason: deliveriesTable.reason,
  attempts: deliveriesTable.attempts,
  next_at: deliveriesTable.next_at,
  created_at: deliveriesTable.created_at,
  ended_at: deliveriesTable.ended_at,
};
/** Without the body, so that a page of them is small. */
export type ListedDelivery = Pick<DeliveryRow, keyof typeof listed>;

export function createDeliveryStore(clock: Clock): DeliveryStore {
  const table = deliveriesTable;
  const of = ({ org_id, webhook_id }: OfWebhook) => and(eq(table.org_id, org_id), eq(table.webhook_id, webhook_id));
  const again = (now: number) => ({
    ...({ status: 'pending', reason: null, round: 0, next_at: now, ended_at: null } as const),
    ...noLease,
  });
  const dead = (reason: DeadReason, now: number) => ({
    ...({ status: 'dead', reason, next_at: null, ended_at: now } as const),
    ...noLease,
  });
  return {
    ...createLeaseQueries(clock),
    async insertMany(tx, rows) {
      for (let start = 0; start < rows.length; start += maxConcurrent) {
        await tx
          .insert(table)
          .values(rows.slice(start, start + maxConcurrent))
          .onConflictDoNothing();
      }
    },
    find: async (db, which, id) =>
      (
        await db
          .select()
          .from(table)
          .where(and(of(which), eq(table.id, id)))
      )[0],
    list: (db, which, { status, code }, page) =>
      selectPage(db.select(listed).from(table), {
        where: and(
          of(which),
          status === undefined ? undefined : eq(table.status, status),
          code === undefined ? undefined : eq(table.code, code),
        ),
        seq: table.seq,
        page,
      }),
    async countPending(db, which) {
      const [row] = await db
        .select({ n: count() })
        .from(table)
        .where(and(of(which), eq(table.status, 'pending')));
      return row?.n ?? 0;
    },
    replay: async (tx, which, id, now) =>
      (
        await tx
          .update(table)
          .set(again(now))
          .where(and(of(which), eq(table.id, id), inArray(table.status, ['delivered', 'dead'])))
          .returning()
      )[0],
    async replayMany(tx, which, { statuses, since, until, most }, now) {
      const picked = tx
        .select({ seq: table.seq })
        .from(table)
        .where(
          and(
            ...[of(which), inArray(table.status, [...statuses]), gte(table.created_at, since)],
            until === undefined ? undefined : lte(table.created_at, until),
          ),
        )
        .orderBy(asc(table.seq))
        .limit(most);
      const done = await tx
        .update(table)
        .set(again(now))
        .where(and(of(which), inArray(table.seq, picked)))
        .returning({ created_at: table.created_at });
      return done.map(({ created_at }) => created_at);
    },
    async endPending(tx, which, reason, now) {
      const done = await tx
        .update(table)
        .set(dead(reason, now))
        .where(and(of(which), eq(table.status, 'pending')))
        .returning({ seq: table.seq });
      return done.length;
    },
    async trim(tx, which, most, now) {
      const waiting = and(of(which), eq(table.status, 'pending'));
      const [cut] = await tx
        .select({ seq: table.seq })
        .from(table)
        .where(waiting)
        .orderBy(desc(table.seq))
        .offset(most)
        .limit(1);
      if (cut === undefined) return 0;
      const done = await tx
        .update(table)
        .set(dead('overflow', now))
        // A delivery in progress ends by itself.
        .where(and(waiting, lte(table.seq, cut.seq), isFree(table, clock)))
        .returning({ seq: table.seq });
      return done.length;
    },
    async removeOf(tx, which) {
      await tx.delete(table).where(of(which));
    },
    removeOld: (db, now) => removeOld(db, now, clock),
  };
}

async function removeOld(db: Db, now: number, clock: Clock): Promise<number> {
  const before = now - keptMs;
  // Includes paused webhooks: the delivery has expired.
  await db.execute(sql`update webhook_deliveries set status = 'dead', reason = 'expired', ended_at = ${now},
    next_at = null, lease_by = null, lease_until = null where status = 'pending' and created_at < ${before}
    and coalesce(next_at, 0) < ${before} and ${isFree(deliveriesTable, clock)}`);
  const [gone] = await query<{ removed: number }>(
    db,
    sql`with busy as (
        select org_id, webhook_id from webhook_deliveries where ended_at is not null
        group by org_id, webhook_id having count(*) > ${maxEnded}
      ), first_out as (
        select busy.org_id, busy.webhook_id, cut.seq from busy cross join lateral (
          select seq from webhook_deliveries d where d.org_id = busy.org_id and d.webhook_id = busy.webhook_id
          and d.ended_at is not null order by seq desc offset ${maxEnded} limit 1
        ) as cut
      ), gone as (
        delete from webhook_deliveries d where d.ended_at is not null and (d.ended_at < ${before} or exists (
          select 1 from first_out f where f.org_id = d.org_id and f.webhook_id = d.webhook_id and d.seq <= f.seq
        )) returning 1
      ) select count(*)::int as removed from gone`,
  );
  return gone?.removed ?? 0;
}
