/** Queries over publishers. */
import { and, count, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type PublisherRow, publishersTable } from './tables.ts';

export type NewPublisher = Omit<PublisherRow, 'seq'>;
export type PublisherChange = Pick<PublisherRow, 'name' | 'description' | 'keys' | 'status' | 'updated_at'>;

/** Every query names its organisation. Writes run in the caller's transaction. */
export interface PublisherStore {
  /** Undefined if the name exists. */
  insert(tx: Db, row: NewPublisher): Promise<PublisherRow | undefined>;
  /** Changes the row at a revision; undefined if the revision is another. */
  update(
    tx: Db,
    orgId: string,
    id: string,
    revision: number,
    change: PublisherChange,
  ): Promise<PublisherRow | undefined>;
  remove(tx: Db, orgId: string, id: string, revision: number): Promise<boolean>;
  find(db: Db, orgId: string, id: string): Promise<PublisherRow | undefined>;
  findByName(db: Db, orgId: string, name: string): Promise<PublisherRow | undefined>;
  list(db: Db, orgId: string, page: PageStart): Promise<PublisherRow[]>;
  /** The number per organisation is limited. */
  listAll(db: Db, orgId: string): Promise<PublisherRow[]>;
  count(db: Db, orgId: string): Promise<number>;
}

export function createPublisherStore(): PublisherStore {
  const table = publishersTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    insert: async (tx, row) => (await tx.insert(table).values(row).onConflictDoNothing().returning())[0],
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
    findByName: async (db, orgId, name) =>
      (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.name, name)))
      )[0],
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
    listAll: (db, orgId) => db.select().from(table).where(eq(table.org_id, orgId)),
    async count(db, orgId) {
      const [row] = await db.select({ publishers: count() }).from(table).where(eq(table.org_id, orgId));
      return row?.publishers ?? 0;
    },
  };
}
