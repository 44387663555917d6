/** Queries over passports. */
import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import { type Db, query } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type NewPassport, type PassportRow, passportsTable } from './tables.ts';

export interface PassportFilter {
  readonly agentId?: string | undefined;
  readonly isLatest?: boolean | undefined;
}

export interface PassportRevocation {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** What a passport depends on: its revocation revokes the passport. */
export type Dependency = { readonly keyAttestationHash: string } | { readonly referenceValuesId: string };

export interface PassportStore {
  /** Runs one transaction during which no process issues for this agent. */
  exclusively<T>(orgId: string, agentId: string, run: (tx: Db) => Promise<T>): Promise<T>;
  /** Inserts a passport and makes it the latest of its agent by its gateway. Passports of other gateways stay current. */
  insert(tx: Db, row: NewPassport): Promise<void>;
  find(orgId: string, passportId: string, from?: Db): Promise<PassportRow | undefined>;
  /** Finds a passport of any organisation by its unguessable id. */
  findAnywhere(passportId: string): Promise<PassportRow | undefined>;
  /** Revokes one; false if it is already revoked or does not exist. */
  revoke(tx: Db, orgId: string, passportId: string, revocation: PassportRevocation): Promise<boolean>;
  /** Revokes what depends on a key attestation or a set of reference values and is not revoked yet. Returns how many. */
  revokeDependents(tx: Db, orgId: string, on: Dependency, revocation: PassportRevocation): Promise<number>;
  /** Lists directly revoked passports at or after a time, oldest first. */
  listRevoked(orgId: string, since: number, limit: number): Promise<PassportRow[]>;
  list(orgId: string, page: PageStart, filter: PassportFilter): Promise<PassportRow[]>;
}

export function createPassportStore(db: Db): PassportStore {
  const table = passportsTable;
  return {
    exclusively: (orgId, agentId, run) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`passport/${orgId}/${agentId}`}, 0))`);
        return run(tx);
      }),
    async insert(tx, row) {
      await tx.insert(table).values(row);
      await tx
        .update(table)
        .set({ superseded_by: row.passport_id })
        .where(
          and(
            eq(table.org_id, row.org_id),
            eq(table.agent_id, row.agent_id),
            isNull(table.superseded_by),
            ne(table.passport_id, row.passport_id),
            row.gateway_id === null ? isNull(table.gateway_id) : eq(table.gateway_id, row.gateway_id),
          ),
        );
    },
    async find(orgId, passportId, from = db) {
      return (
        await from
          .select()
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.passport_id, passportId)))
      )[0];
    },
    async findAnywhere(passportId) {
      return (await db.select().from(table).where(eq(table.passport_id, passportId)).limit(1))[0];
    },
    async revoke(tx, orgId, passportId, { at, by, reason }) {
      const revoked = await tx
        .update(table)
        .set({ revoked_at: at, revoked_by: by, revoked_reason: reason })
        .where(and(eq(table.org_id, orgId), eq(table.passport_id, passportId), isNull(table.revoked_at)))
        .returning({ id: table.passport_id });
      return revoked.length === 1;
    },
    async revokeDependents(tx, orgId, on, { at, by, reason }) {
      const [through, rests] =
        'keyAttestationHash' in on
          ? (['attestation', eq(table.key_attestation_hash, on.keyAttestationHash)] as const)
          : ([
              'reference_values',
              sql`${table.reference_values} @> ${JSON.stringify([on.referenceValuesId])}::jsonb`,
            ] as const);
      const counted = await query<{ count: number }>(
        tx,
        sql`with revoked as (update ${table} set revoked_at = ${at}, revoked_by = ${by}, revoked_reason = ${reason},
            revoked_through = ${through}
          where ${and(eq(table.org_id, orgId), isNull(table.revoked_at), rests)} returning 1)
          select count(*)::integer as count from revoked`,
      );
      return Number(counted[0]?.count ?? 0);
    },
    async listRevoked(orgId, since, limit) {
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), gte(table.revoked_at, since), isNull(table.revoked_through)))
        .orderBy(asc(table.revoked_at), asc(table.passport_id))
        .limit(limit);
    },
    async list(orgId, page, filter) {
      return selectPage(db.select().from(table), {
        where: and(
          eq(table.org_id, orgId),
          filter.agentId === undefined ? undefined : eq(table.agent_id, filter.agentId),
          filter.isLatest === true ? isNull(table.superseded_by) : undefined,
        ),
        seq: table.seq,
        page,
      });
    },
  };
}
