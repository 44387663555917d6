/** Queries over members; each names its organisation, except the lookup of a person's organisations. */
import { and, asc, eq, ne } from 'drizzle-orm';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { usersTable } from '../people/tables.ts';
import { type MemberRow, type MemberStatus, membersTable } from './tables.ts';

/** A membership with the person's shown data. */
export interface JoinedMember extends MemberRow {
  readonly email: string;
  readonly name: string;
  /** Status of the person in all organisations. */
  readonly userStatus: 'active' | 'disabled';
}

export interface MemberChange {
  readonly role?: MemberRole;
  readonly status?: MemberStatus;
}

export interface MemberStore {
  insert(tx: Db, row: Omit<MemberRow, 'seq'>): Promise<boolean>;
  /** Changes a member if it is at this revision. */
  update(tx: Db, orgId: string, userId: string, at: number, change: MemberChange, now: number): Promise<boolean>;
  remove(tx: Db, orgId: string, userId: string): Promise<boolean>;
  find(db: Db, orgId: string, userId: string): Promise<JoinedMember | undefined>;
  findByEmail(db: Db, orgId: string, email: string): Promise<JoinedMember | undefined>;
  /** Lists the organisations of a person, the earliest first. */
  listOf(db: Db, userId: string): Promise<JoinedMember[]>;
  list(db: Db, orgId: string, page: PageStart, email?: string): Promise<JoinedMember[]>;
  /** Tells whether another person can act as an admin. */
  hasOtherAdmin(tx: Db, orgId: string, userId: string): Promise<boolean>;
}

const joined = {
  org_id: membersTable.org_id,
  user_id: membersTable.user_id,
  seq: membersTable.seq,
  role: membersTable.role,
  status: membersTable.status,
  revision: membersTable.revision,
  joined_at: membersTable.joined_at,
  created_by: membersTable.created_by,
  updated_at: membersTable.updated_at,
  email: usersTable.email,
  name: usersTable.name,
  userStatus: usersTable.status,
};

export function createMemberStore(): MemberStore {
  const table = membersTable;
  const own = (orgId: string, userId: string) => and(eq(table.org_id, orgId), eq(table.user_id, userId));
  const from = (db: Db) => db.select(joined).from(table).innerJoin(usersTable, eq(usersTable.id, table.user_id));
  return {
    async insert(tx, row) {
      return (await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.user_id })).length === 1;
    },
    async update(tx, orgId, userId, at, change, now) {
      const updated = await tx
        .update(table)
        .set({ ...change, revision: at + 1, updated_at: now })
        .where(and(own(orgId, userId), eq(table.revision, at)))
        .returning({ id: table.user_id });
      return updated.length === 1;
    },
    async remove(tx, orgId, userId) {
      return (await tx.delete(table).where(own(orgId, userId)).returning({ id: table.user_id })).length === 1;
    },
    find: async (db, orgId, userId) => (await from(db).where(own(orgId, userId)))[0],
    findByEmail: async (db, orgId, email) =>
      (await from(db).where(and(eq(table.org_id, orgId), eq(usersTable.email, email))))[0],
    listOf: (db, userId) => from(db).where(eq(table.user_id, userId)).orderBy(asc(table.seq)).limit(maxListed),
    list: (db, orgId, page, email) =>
      selectPage(from(db), {
        where: and(eq(table.org_id, orgId), email === undefined ? undefined : eq(usersTable.email, email)),
        seq: table.seq,
        page,
      }),
    async hasOtherAdmin(tx, orgId, userId) {
      const rows = await from(tx)
        .where(
          and(
            ...[eq(table.org_id, orgId), ne(table.user_id, userId), eq(table.role, 'admin')],
            ...[eq(table.status, 'active'), eq(usersTable.status, 'active')],
          ),
        )
        .limit(1);
      return rows.length > 0;
    },
  };
}

/** Most organisations of a person that are read. */
const maxListed = 100;
