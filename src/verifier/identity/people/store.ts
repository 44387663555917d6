/** Queries over people. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type UserRow, usersTable } from './tables.ts';

export type UserChange = Partial<Pick<UserRow, 'name' | 'password' | 'status' | 'password_changed_at'>> & {
  readonly updated_at: number;
};

export interface PeopleStore {
  /** False if somebody has this address. */
  insert(tx: Db, row: Omit<UserRow, 'seq'>): Promise<boolean>;
  update(tx: Db, id: string, change: UserChange): Promise<UserRow | undefined>;
  /** Replaces a hash by a newer one of the same password, unless the password was changed meanwhile. */
  rehash(db: Db, id: string, from: string, to: string): Promise<void>;
  find(db: Db, id: string): Promise<UserRow | undefined>;
  findMany(db: Db, ids: readonly string[]): Promise<UserRow[]>;
  findByEmail(db: Db, email: string): Promise<UserRow | undefined>;
  /** Newest first; with an address, only its owner. */
  list(db: Db, page: PageStart, email?: string): Promise<UserRow[]>;
  /** Finds a person and locks the row until the transaction ends. */
  hold(tx: Db, id: string): Promise<UserRow | undefined>;
}

export function createPeopleStore(): PeopleStore {
  const table = usersTable;
  return {
    async insert(tx, row) {
      return (await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id })).length === 1;
    },
    async update(tx, id, change) {
      const revision = sql`${table.revision} + 1`;
      const [row] = await tx
        .update(table)
        .set({ ...change, revision })
        .where(eq(table.id, id))
        .returning();
      return row;
    },
    async rehash(db, id, from, to) {
      await db
        .update(table)
        .set({ password: to })
        .where(and(eq(table.id, id), eq(table.password, from)));
    },
    find: async (db, id) => (await db.select().from(table).where(eq(table.id, id)))[0],
    async findMany(db, ids) {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(inArray(table.id, [...ids]));
    },
    findByEmail: async (db, email) => (await db.select().from(table).where(eq(table.email, email)))[0],
    list: (db, page, email) =>
      selectPage(db.select().from(table), {
        where: email === undefined ? undefined : eq(table.email, email),
        seq: table.seq,
        page,
      }),
    hold: async (tx, id) => (await tx.select().from(table).where(eq(table.id, id)).for('update'))[0],
  };
}
