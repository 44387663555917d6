/** Queries over invitations; each names its organisation, except the lookup by token. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type InvitationRow, invitationsTable } from './tables.ts';

export interface InvitationStore {
  insert(tx: Db, row: Omit<InvitationRow, 'seq'>): Promise<InvitationRow>;
  accept(tx: Db, row: InvitationRow, by: string, now: number): Promise<InvitationRow | undefined>;
  revoke(tx: Db, row: InvitationRow, now: number): Promise<boolean>;
  /** Voids the pending invitations of an address, and gives their ids. */
  revokePending(tx: Db, orgId: string, email: string, now: number): Promise<string[]>;
  find(db: Db, orgId: string, id: string): Promise<InvitationRow | undefined>;
  /** The holder of the token need not know the organisation. */
  findByToken(db: Db, tokenSha256: string): Promise<InvitationRow | undefined>;
  list(db: Db, orgId: string, page: PageStart): Promise<InvitationRow[]>;
}

export function createInvitationStore(): InvitationStore {
  const table = invitationsTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  const isOpen = and(isNull(table.accepted_at), isNull(table.revoked_at));
  const revision = sql`${table.revision} + 1`;
  return {
    async insert(tx, row) {
      const [made] = await tx.insert(table).values(row).returning();
      if (made === undefined) throw new Error('an insert returns its row');
      return made;
    },
    async accept(tx, { org_id, id }, by, now) {
      const changed = await tx
        .update(table)
        .set({ accepted_at: now, accepted_by: by, revision })
        .where(and(own(org_id, id), isOpen))
        .returning();
      return changed[0];
    },
    async revoke(tx, { org_id, id }, now) {
      const changed = await tx
        .update(table)
        .set({ revoked_at: now, revision })
        .where(and(own(org_id, id), isOpen))
        .returning({ id: table.id });
      return changed.length === 1;
    },
    async revokePending(tx, orgId, email, now) {
      const changed = await tx
        .update(table)
        .set({ revoked_at: now, revision })
        .where(and(eq(table.org_id, orgId), eq(table.email, email), isOpen))
        .returning({ id: table.id });
      return changed.map(({ id }) => id);
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    findByToken: async (db, hash) => (await db.select().from(table).where(eq(table.token_sha256, hash)))[0],
    list: (db, orgId, page) =>
      selectPage(db.select().from(table), { where: eq(table.org_id, orgId), seq: table.seq, page }),
  };
}
