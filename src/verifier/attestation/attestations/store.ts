/** Queries over challenges and key attestations. */
import { and, count, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type AttestationRow, attestationsTable, challengesTable } from './tables.ts';

type ChallengeRow = typeof challengesTable.$inferSelect;
export type NewAttestation = Omit<AttestationRow, 'seq'>;

export interface AttestationStore {
  insertChallenge(row: ChallengeRow): Promise<void>;
  /** Counts the challenges that can still be answered. */
  countOpenChallenges(orgId: string, now: number): Promise<number>;
  removeChallenges(expiredBefore: number): Promise<void>;
  findChallenge(orgId: string, nonce: string): Promise<ChallengeRow | undefined>;
  /** Uses up the challenge and stores its answer, both or neither; false if it was used or expired meanwhile. */
  insertAnswer(row: NewAttestation, now: number): Promise<boolean>;
  /** Stores a self-issued attestation; does nothing if its hash is known. */
  insert(row: NewAttestation): Promise<void>;
  findByHash(orgId: string, hash: string): Promise<AttestationRow | undefined>;
  findById(orgId: string, id: string, from?: Db): Promise<AttestationRow | undefined>;
  findByHashes(orgId: string, hashes: readonly string[]): Promise<AttestationRow[]>;
  findByKids(orgId: string, kids: readonly string[]): Promise<AttestationRow[]>;
  list(orgId: string, page: PageStart, kid?: string): Promise<AttestationRow[]>;
  /** Marks every attestation of a key as revoked. Returns those that were not yet. */
  revokeKey(tx: Db, orgId: string, kid: string, revocation: Revocation): Promise<AttestationRow[]>;
}

export interface Revocation {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

export function createAttestationStore(db: Db): AttestationStore {
  const table = attestationsTable;
  const challenge = (orgId: string, nonce: string) =>
    and(eq(challengesTable.org_id, orgId), eq(challengesTable.nonce, nonce));

  return {
    async insertChallenge(row) {
      await db.insert(challengesTable).values(row);
    },
    async countOpenChallenges(orgId, now) {
      const open = and(
        eq(challengesTable.org_id, orgId),
        isNull(challengesTable.used_at),
        gt(challengesTable.expires_at, now),
      );
      return (await db.select({ count: count() }).from(challengesTable).where(open))[0]?.count ?? 0;
    },
    async removeChallenges(expiredBefore) {
      await db.delete(challengesTable).where(lt(challengesTable.expires_at, expiredBefore));
    },
    async findChallenge(orgId, nonce) {
      return (await db.select().from(challengesTable).where(challenge(orgId, nonce)))[0];
    },
    insertAnswer: (row, now) =>
      db.transaction(async (tx) => {
        // INVARIANT: one update decides who used the nonce; every other presenter finds used_at set.
        const used = await tx
          .update(challengesTable)
          .set({ used_at: now })
          .where(
            and(challenge(row.org_id, row.nonce), isNull(challengesTable.used_at), gt(challengesTable.expires_at, now)),
          )
          .returning({ nonce: challengesTable.nonce });
        if (used.length === 0) return false;
        await tx.insert(table).values(row);
        return true;
      }),
    async insert(row) {
      await db.insert(table).values(row).onConflictDoNothing();
    },
    async findByHash(orgId, hash) {
      return (
        await db
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.key_attestation_hash, hash)))
      )[0];
    },
    async findById(orgId, id, from = db) {
      return (
        await from
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.attestation_id, id)))
      )[0];
    },
    async revokeKey(tx, orgId, kid, { at, by, reason }) {
      return tx
        .update(table)
        .set({ revoked_at: at, revoked_by: by, revoked_reason: reason })
        .where(and(eq(table.org_id, orgId), eq(table.kid, kid), isNull(table.revoked_at)))
        .returning();
    },
    async findByHashes(orgId, hashes) {
      if (hashes.length === 0) return [];
      const known = and(eq(table.org_id, orgId), inArray(table.key_attestation_hash, [...hashes]));
      return db.select().from(table).where(known).orderBy(table.seq);
    },
    async findByKids(orgId, kids) {
      if (kids.length === 0) return [];
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.kid, [...kids])))
        .orderBy(table.seq);
    },
    async list(orgId, page, kid) {
      return selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), kid === undefined ? undefined : eq(table.kid, kid)),
        seq: table.seq,
        page,
      });
    },
  };
}
