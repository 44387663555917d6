/** Queries over foreign clients. */

import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { isHeld } from '../../../platform/db/lease.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ForeignClientRow, foreignClientsTable } from './tables.ts';

export type NewForeignClient = Omit<ForeignClientRow, 'seq'>;
export type ForeignClientChange = Partial<Omit<NewForeignClient, 'org_id' | 'id' | 'issuer' | 'created_at'>> & {
  readonly updated_at: number;
};

export interface ForeignClientStore {
  find(db: Db, orgId: string, id: string): Promise<ForeignClientRow | undefined>;
  /** Finds the one that is used or is being registered. */
  findLive(db: Db, orgId: string, issuer: string): Promise<ForeignClientRow | undefined>;
  /** Gives false if there is a living one already. */
  insert(tx: Db, row: NewForeignClient): Promise<boolean>;
  /** Changes one if it is as given; false if it changed. */
  update(
    tx: Db,
    orgId: string,
    id: string,
    stands: { readonly status: ForeignClientRow['status']; readonly leaseBy?: string | null },
    change: ForeignClientChange,
  ): Promise<boolean>;
  /** Removes one whose registration failed. */
  removeLeased(tx: Db, orgId: string, id: string, leaseBy: string): Promise<void>;
  /** Lists those of one organisation, newest first, without ended ones. */
  list(db: Db, orgId: string, page: PageStart, issuer?: string): Promise<ForeignClientRow[]>;
  /** Lists those of all organisations that were replaced before then and that no credential uses. */
  listEnded(db: Db, before: number): Promise<{ readonly org_id: string; readonly id: string }[]>;
  /** True if a credential that has not ended uses it. */
  isUsed(db: Db, orgId: string, id: string): Promise<boolean>;
}

/** Maximum of removals in one round. */
const maxConcurrent = 50;

export function createForeignClientStore(): ForeignClientStore {
  const table = foreignClientsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));

  return {
    async find(db, orgId, id) {
      const [row] = await db.select().from(table).where(own(orgId, id));
      return row;
    },
    async findLive(db, orgId, issuer) {
      const live = inArray(table.status, ['registering', 'active']);
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.issuer, issuer), live));
      return row;
    },
    async insert(tx, row) {
      const inserted = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
      return inserted.length > 0;
    },
    async update(tx, orgId, id, { status, leaseBy }, change) {
      const lease = leaseBy === undefined || leaseBy === null ? undefined : isHeld(table, leaseBy);
      const changed = await tx
        .update(table)
        .set(change)
        .where(and(own(orgId, id), eq(table.status, status), lease))
        .returning({ id: table.id });
      return changed.length > 0;
    },
    async removeLeased(tx, orgId, id, leaseBy) {
      await tx.delete(table).where(and(own(orgId, id), eq(table.status, 'registering'), isHeld(table, leaseBy)));
    },
    list(db, orgId, page, issuer) {
      const shown = and(
        eq(table.org_id, orgId),
        inArray(table.status, ['active', 'retired']),
        issuer === undefined ? undefined : eq(table.issuer, issuer),
      );
      return selectPage(db.select().from(table), { where: shown, seq: table.seq, page });
    },
    listEnded: (db, before) =>
      query(
        db,
        sql`select org_id, id from foreign_clients client where status = 'retired' and updated_at < ${before}
          and not exists (select 1 from scoped_credentials where org_id = client.org_id
            and foreign_client_id = client.id and status <> 'revoked')
          order by updated_at limit ${maxConcurrent}`,
      ),
    async isUsed(db, orgId, id) {
      const found = await query<{ id: string }>(
        db,
        sql`select id from scoped_credentials
          where org_id = ${orgId} and foreign_client_id = ${id} and status <> 'revoked' limit 1`,
      );
      return found.length > 0;
    },
  };
}
