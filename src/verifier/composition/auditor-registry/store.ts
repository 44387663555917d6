/** Queries over releases of auditors. `run-store.ts` has those over runs. */
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { RegisteredListQuery } from '../../../contract/api/auditor-registry/shapes.ts';
import type { ReleaseStatus } from '../../../contract/api/auditor-registry/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ReleaseRow, registeredAuditorsTable } from './tables.ts';

export type NewRelease = Omit<ReleaseRow, 'seq'>;
/** The columns that can change. */
export type ReleaseChange = Partial<
  Pick<ReleaseRow, 'status' | 'status_reason' | 'auditor_id' | 'verified_at' | 'last_verification'>
> & { readonly updated_at: number };

export type ReleaseFilter = Pick<RegisteredListQuery, 'name' | 'status' | 'auditor_id'>;

/** Every query names its organisation. Writes run in the caller's transaction, which holds the organisation. */
export interface ReleaseStore {
  insert(tx: Db, row: NewRelease): Promise<ReleaseRow>;
  update(tx: Db, row: ReleaseRow, change: ReleaseChange): Promise<ReleaseRow>;
  remove(tx: Db, row: ReleaseRow): Promise<void>;
  find(db: Db, orgId: string, id: string): Promise<ReleaseRow | undefined>;
  findVersion(db: Db, orgId: string, name: string, version: string): Promise<ReleaseRow | undefined>;
  findByImage(db: Db, orgId: string, imageDigest: string): Promise<ReleaseRow | undefined>;
  listByAuditor(db: Db, orgId: string, auditorId: string): Promise<ReleaseRow[]>;
  /** Sorted by image. */
  listInStatus(db: Db, orgId: string, statuses: readonly ReleaseStatus[]): Promise<ReleaseRow[]>;
  list(db: Db, orgId: string, filter: ReleaseFilter, page: PageStart): Promise<ReleaseRow[]>;
  count(db: Db, orgId: string): Promise<number>;
}

export function createReleaseStore(): ReleaseStore {
  const table = registeredAuditorsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    async insert(tx, row) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    async update(tx, row, change) {
      const [changed] = await tx
        .update(table)
        .set({ ...change, revision: row.revision + 1 })
        .where(and(own(row.org_id, row.id), eq(table.revision, row.revision)))
        .returning();
      if (changed === undefined) throw new Error('a release changed under the lock of its organisation');
      return changed;
    },
    async remove(tx, row) {
      await tx.delete(table).where(own(row.org_id, row.id));
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    findVersion: async (db, orgId, name, version) =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.name, name), eq(table.version, version)))
      )[0],
    findByImage: async (db, orgId, imageDigest) =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.image_digest, imageDigest)))
      )[0],
    listByAuditor: (db, orgId, auditorId) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.auditor_id, auditorId))),
    listInStatus: (db, orgId, statuses) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.status, [...statuses])))
        .orderBy(asc(table.image)),
    list: (db, orgId, { name, status, auditor_id }, page) =>
      selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          name === undefined ? undefined : eq(table.name, name),
          status === undefined ? undefined : eq(table.status, status),
          auditor_id === undefined ? undefined : eq(table.auditor_id, auditor_id),
        ),
        seq: table.seq,
        page,
      }),
    async count(db, orgId) {
      const [row] = await db.select({ releases: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.releases ?? 0;
    },
  };
}
