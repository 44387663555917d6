/**
 * Queries of refreshing. `lease_by` is `<process>.<version>`, so that a lease for an earlier secret is void once there is a
 * newer one. Lease times come from the database's clock: two processes with different clocks would show one refresh token
 * twice and lose its family.
 */

import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { isFree, isHeld, leaseFor } from '../../../../platform/db/lease.ts';
import { type ScopedCredentialRow, scopedCredentialsTable } from '../tables.ts';
import { refreshLeaseMs } from './times.ts';

export type RowChange = Partial<Omit<ScopedCredentialRow, 'org_id' | 'id' | 'seq'>>;

export interface RefreshStore {
  find(db: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  /** Reads the row, locked until the transaction ends. */
  lock(tx: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  /** Takes the lease of this version; undefined if another process has it, or the row changed. */
  lease(db: Db, row: ScopedCredentialRow, process: string, clock: Clock): Promise<ScopedCredentialRow | undefined>;
  /** Changes a row that is locked or leased. `revision` stays, because nothing that people wrote changed. */
  update(db: Db, row: ScopedCredentialRow, change: RowChange): Promise<ScopedCredentialRow>;
  /** Does the same for the holder of the lease; undefined if the lease was lost. */
  updateLeased(db: Db, row: ScopedCredentialRow, change: RowChange): Promise<ScopedCredentialRow | undefined>;
  /** Writes at most once a minute: many calls cause one write. */
  noteUse(db: Db, row: ScopedCredentialRow, now: number): Promise<void>;
  /** Lists rows of all organisations that may be due or were left unfinished, by id. */
  listDue(db: Db, clock: Clock, after: string, limit: number): Promise<ScopedCredentialRow[]>;
  /** Lists rotations whose overlap has ended, and those that are due. */
  listRotations(db: Db, now: number, after: string, limit: number): Promise<ScopedCredentialRow[]>;
}

export function createRefreshStore(): RefreshStore {
  const table = scopedCredentialsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const select = (db: Db, where: SQL | undefined, limit: number) =>
    db.select().from(table).where(where).orderBy(asc(table.id)).limit(limit);
  return {
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    lock: async (tx, orgId, id) => (await tx.select().from(table).where(own(orgId, id)).for('update'))[0],
    async lease(db, { org_id, id, version }, process, clock) {
      const isVoid = sql`split_part(${table.lease_by}, '.', 2) <> ${String(version)}`;
      const isRefreshable = inArray(table.status, [...refreshableStatuses]);
      const leased = await db
        .update(table)
        .set({ status: 'refreshing', ...leaseFor(`${process}.${version}`, refreshLeaseMs, clock) })
        .where(and(own(org_id, id), eq(table.version, version), isRefreshable, or(isFree(table, clock), isVoid)))
        .returning();
      return leased[0];
    },
    async update(db, { org_id, id }, change) {
      const [updated] = await db.update(table).set(change).where(own(org_id, id)).returning();
      if (updated === undefined) throw new Error('a credential disappeared under its lock');
      return updated;
    },
    async updateLeased(db, { org_id, id, version, lease_by }, change) {
      const held = and(own(org_id, id), eq(table.version, version), eq(table.status, 'refreshing'));
      const [updated] = await db
        .update(table)
        .set(change)
        .where(and(held, isHeld(table, lease_by ?? '')))
        .returning();
      return updated;
    },
    async noteUse(db, { org_id, id, last_used_at: last }, now) {
      if (last !== null && last > now - noteEveryMs) return;
      const isLate = or(isNull(table.last_used_at), lte(table.last_used_at, now - noteEveryMs));
      await db
        .update(table)
        .set({ last_used_at: now })
        .where(and(own(org_id, id), isLate));
    },
    listDue: (db, clock, after, limit) => {
      const isSoon = lte(table.expires_at, clock.now() + soonMs);
      const isWorking = and(inArray(table.status, ['active', 'expiring']), isSoon);
      const isAbandoned = and(eq(table.status, 'refreshing'), isFree(table, clock));
      return select(db, and(gt(table.id, after), or(isWorking, isAbandoned)), limit);
    },
    listRotations: (db, now, after, limit) => {
      const over = sql`(${table.rotation} ->> 'overlap_until')::bigint <= ${now}`;
      const due = sql`(${table.rotation} ->> 'next_at')::bigint <= ${now}`;
      return select(db, and(gt(table.id, after), ne(table.status, 'revoked'), or(over, due)), limit);
    },
  };
}

/** Statuses of credentials that can be refreshed. */
export const refreshableStatuses = ['active', 'expiring', 'refreshing', 'rotating'] as const;
/** Nothing is due longer than this before its end: due is the later of 80 % of its life and a day before its end. */
const soonMs = 86_400_000;

const noteEveryMs = 60_000;
