/** Queries over registered auditors. */
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { type CustomAuditorRow, customAuditorsTable } from './tables.ts';

export type NewCustomAuditor = Omit<CustomAuditorRow, 'seq'>;
export type CustomAuditorChange = Partial<Omit<NewCustomAuditor, 'org_id' | 'id' | 'revision'>>;

/** Every query names its organisation; those that write take the caller's transaction. */
export interface CustomAuditorStore {
  /** False if one with this id exists. */
  insert(tx: Db, row: NewCustomAuditor): Promise<boolean>;
  /** Changes one at a revision; undefined if it has another revision. */
  update(
    tx: Db,
    orgId: string,
    id: string,
    revision: number,
    change: CustomAuditorChange,
  ): Promise<CustomAuditorRow | undefined>;
  remove(tx: Db, orgId: string, id: string, revision: number): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<CustomAuditorRow | undefined>;
  /** Lists all of an organisation, by id. */
  list(db: Db, orgId: string): Promise<CustomAuditorRow[]>;
}

export function createCustomAuditorStore(): CustomAuditorStore {
  const table = customAuditorsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    async insert(tx, row) {
      return (await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id })).length === 1;
    },
    async update(tx, orgId, id, revision, change) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: revision + 1 })
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning();
      return updated[0];
    },
    async remove(tx, orgId, id, revision) {
      const removed = await tx
        .delete(table)
        .where(and(own(orgId, id), eq(table.revision, revision)))
        .returning({ id: table.id });
      return removed.length === 1;
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    list: (db, orgId) => db.select().from(table).where(eq(table.org_id, orgId)).orderBy(asc(table.id)),
  };
}
