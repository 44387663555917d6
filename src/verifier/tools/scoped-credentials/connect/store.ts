/** Queries over connect links and their credentials. */
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../../platform/db/db.ts';
import {
  type CredentialConnectRow,
  credentialConnectsTable,
  type ScopedCredentialRow,
  scopedCredentialsTable,
} from '../tables.ts';

/** State that is stored when a person goes to the authorization server. */
export interface Departure {
  readonly userId: string;
  readonly stateDigest: string | null;
  readonly termsDigest: string;
  readonly expiresAt: number;
}

/** Columns written to a credential that got new secrets. */
export type Connected = Partial<Omit<ScopedCredentialRow, 'org_id' | 'id' | 'seq' | 'revision' | 'updated_at'>>;

export interface ConnectStore {
  insert(tx: Db, row: CredentialConnectRow): Promise<void>;
  /** Finds a link in any organisation: the address holds only the ticket. */
  findByTicket(db: Db, digest: string): Promise<CredentialConnectRow | undefined>;
  findByState(db: Db, digest: string): Promise<CredentialConnectRow | undefined>;
  countLive(db: Db, orgId: string, credentialId: string, now: number): Promise<number>;
  /** A later departure replaces an earlier one; undefined for a link that was used or has expired. */
  depart(
    tx: Db,
    row: CredentialConnectRow,
    departure: Departure,
    now: number,
  ): Promise<CredentialConnectRow | undefined>;
  /** Uses a link up, as it was read; undefined if it was used or got a new departure since. */
  use(tx: Db, row: CredentialConnectRow, now: number): Promise<CredentialConnectRow | undefined>;
  findCredential(db: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  lockCredential(tx: Db, orgId: string, id: string): Promise<ScopedCredentialRow | undefined>;
  updateCredential(tx: Db, row: ScopedCredentialRow, change: Connected, now: number): Promise<ScopedCredentialRow>;
  /** Marks credentials that waited to be connected and whose last link expired; gives their number. */
  expirePending(db: Db, now: number): Promise<number>;
}

export function createConnectStore(): ConnectStore {
  const table = credentialConnectsTable;
  const credentials = scopedCredentialsTable;
  const ownLink = (row: CredentialConnectRow) => and(eq(table.org_id, row.org_id), eq(table.id, row.id));
  const own = (orgId: string, id: string) => and(eq(credentials.org_id, orgId), eq(credentials.id, id));
  const isOpen = (now: number) => and(isNull(table.used_at), gt(table.expires_at, now));
  return {
    async insert(tx, row) {
      await tx.insert(table).values(row);
    },
    findByTicket: async (db, digest) => (await db.select().from(table).where(eq(table.ticket_digest, digest)))[0],
    findByState: async (db, digest) => (await db.select().from(table).where(eq(table.state_digest, digest)))[0],
    async countLive(db, orgId, credentialId, now) {
      const ofCredential = and(eq(table.org_id, orgId), eq(table.credential_id, credentialId));
      const [row] = await db
        .select({ live: count() })
        .from(table)
        .where(and(ofCredential, isOpen(now)));
      return row?.live ?? 0;
    },
    async depart(tx, row, { userId, stateDigest, termsDigest, expiresAt }, now) {
      const change = { user_id: userId, state_digest: stateDigest, terms_digest: termsDigest, expires_at: expiresAt };
      return (
        await tx
          .update(table)
          .set(change)
          .where(and(ownLink(row), isOpen(now)))
          .returning()
      )[0];
    },
    async use(tx, row, now) {
      const asRead = row.state_digest === null ? isNull(table.state_digest) : eq(table.state_digest, row.state_digest);
      const where = and(ownLink(row), isOpen(now), asRead);
      return (await tx.update(table).set({ used_at: now }).where(where).returning())[0];
    },
    findCredential: async (db, orgId, id) => (await db.select().from(credentials).where(own(orgId, id)))[0],
    lockCredential: async (tx, orgId, id) =>
      (await tx.select().from(credentials).where(own(orgId, id)).for('update'))[0],
    async updateCredential(tx, { org_id, id }, change, now) {
      const set = { ...change, updated_at: now, revision: sql`${credentials.revision} + 1` };
      const [updated] = await tx.update(credentials).set(set).where(own(org_id, id)).returning();
      if (updated === undefined) throw new Error('a credential that is locked is there');
      return updated;
    },
    async expirePending(db, now) {
      const set = { status: 'expired', status_reason: 'not_connected_in_time', updated_at: now } as const;
      const links = sql`from ${table} where ${table.org_id} = ${credentials.org_id} and ${table.credential_id} = ${credentials.id}`;
      const waited = and(
        ...[eq(credentials.status, 'pending'), eq(credentials.version, 0)],
        sql`exists (select 1 ${links})`,
        sql`not exists (select 1 ${links} and ${table.expires_at} > ${now})`,
      );
      return (await db.update(credentials).set(set).where(waited).returning({ id: credentials.id })).length;
    },
  };
}
