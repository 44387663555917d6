/**
 * Assigns deliveries to senders, within the limits of endpoints, organisations and failing endpoints. `platform/db/lease.ts`
 * has the rules of the lease that a sender holds.
 */

import { and, eq, sql } from 'drizzle-orm';
import type { DeadReason } from '../../../contract/api/webhooks/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { inMs, isFree, isHeld, noLease } from '../../../platform/db/lease.ts';
import { sharedNow } from '../../../platform/db/shared-time.ts';
import { deliveryLeaseMs, maxOfEndpoint, maxOfFailing, maxOfOrganisation } from './constants.ts';
import { type Attempt, deliveriesTable } from './tables.ts';

export interface LeasedDelivery {
  readonly org_id: string;
  readonly id: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly attempts: readonly Attempt[];
  readonly round: number;
  readonly lease_by: string;
  readonly url: string;
  readonly is_failing: boolean;
}

export interface ClaimRequest {
  readonly token: string;
  readonly most: number;
  /** Limit for endpoints that fail at present. */
  readonly maxFailing: number;
  /** Organisations whose call limit is reached. */
  readonly heldOrgIds: readonly string[];
}

export type DeliveryEnd =
  | { readonly kind: 'delivered'; readonly at: number }
  | { readonly kind: 'dead'; readonly reason: DeadReason; readonly at: number }
  | { readonly kind: 'again'; readonly inMs: number };

export interface LeaseQueries {
  claim(tx: Db, request: ClaimRequest): Promise<LeasedDelivery[]>;
  /** Records an attempt and its consequences. @returns false for a lost lease: then nothing is written. */
  settle(tx: Db, lease: Lease, attempts: readonly Attempt[], end: DeliveryEnd): Promise<boolean>;
  /** Gives a delivery back unchanged: no attempt was made. */
  giveBack(db: Db, lease: Lease, afterMs: number): Promise<void>;
}

export type Lease = Pick<LeasedDelivery, 'org_id' | 'id' | 'lease_by' | 'round'>;

export function createLeaseQueries(clock: Clock): LeaseQueries {
  const table = deliveriesTable;
  const held = ({ org_id, id, lease_by: token }: Lease) =>
    and(eq(table.org_id, org_id), eq(table.id, id), eq(table.status, 'pending'), isHeld(table, token));
  return {
    async claim(tx, request) {
      // Serialised: two concurrent claims would count the same free slots and fill both.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks/claim', 0))`);
      const rows = await query<LeasedDelivery>(tx, claimStatement(request, clock));
      return rows.map((row) => ({ ...row, round: Number(row.round) }));
    },
    async settle(tx, lease, attempts, end) {
      const done = await tx
        .update(table)
        .set({
          ...noLease,
          attempts,
          round: lease.round + 1,
          ...(end.kind === 'again'
            ? { next_at: inMs(end.inMs, clock) }
            : { status: end.kind, next_at: null, ended_at: end.at, reason: end.kind === 'dead' ? end.reason : null }),
        })
        .where(held(lease))
        .returning({ id: table.id });
      return done.length > 0;
    },
    async giveBack(db, lease, afterMs) {
      await db
        .update(table)
        .set({ ...noLease, next_at: inMs(afterMs, clock) })
        .where(held(lease));
    },
  };
}

/**
 * Selects the due deliveries of each active webhook, oldest first, up to its limit; working endpoints come first. The counts
 * cover all processes; `most` and `maxFailing` are given by the request.
 */
function claimStatement({ token, most, maxFailing, heldOrgIds }: ClaimRequest, clock: Clock) {
  const now = sharedNow(clock);
  return sql`with moment as (select ${now} as now),
    busy as (
      select org_id, webhook_id, count(*)::int as n from webhook_deliveries, moment
      where status = 'pending' and lease_until > moment.now group by org_id, webhook_id
    ), busy_org as (
      select org_id, sum(n)::int as n from busy group by org_id
    ), hooks as (
      select w.org_id, w.id, w.failing_since is not null as is_failing, ${maxOfOrganisation} - coalesce(o.n, 0) as org_room,
        greatest(0, case when w.failing_since is null then ${maxOfEndpoint}::int else ${maxOfFailing}::int end
          - coalesce(b.n, 0)) as room
      from webhooks w left join busy b on b.org_id = w.org_id and b.webhook_id = w.id
        left join busy_org o on o.org_id = w.org_id
      where w.status = 'active' and not (w.org_id = any(${sql.param([...heldOrgIds])}::text[]))
    ), due as (
      select h.is_failing, h.org_room, d.* from hooks h cross join moment cross join lateral (
        select org_id, id, next_at, seq from webhook_deliveries
        where org_id = h.org_id and webhook_id = h.id and status = 'pending' and next_at <= moment.now
          and ${isFree(deliveriesTable, clock)}
        order by next_at, seq limit h.room
      ) as d
    ), ranked as (
      select *, row_number() over (partition by org_id order by is_failing, next_at, seq) as place,
        row_number() over (partition by is_failing order by next_at, seq) as kind_place from due
    ), picked as (
      select org_id, id from ranked where place <= org_room and (not is_failing or kind_place <= ${maxFailing})
      order by is_failing, next_at, seq limit ${most}
    )
    update webhook_deliveries d
    set lease_by = ${token}, lease_until = moment.now + ${deliveryLeaseMs}
    from picked, moment, webhooks w
    where d.org_id = picked.org_id and d.id = picked.id and w.org_id = d.org_id and w.id = d.webhook_id
      and d.status = 'pending' and ${isFree({ lease_until: sql`d.lease_until` }, clock)}
    returning d.org_id, d.id, d.webhook_id, d.body, d.attempts, d.round, d.lease_by, w.url,
      w.failing_since is not null as is_failing`;
}
