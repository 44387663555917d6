/**
 * The log of trust changes: activations and revocations. A passport is issued only if the newest change is the same before and
 * inside the transaction, so that nothing is issued under what has just been withdrawn.
 */
import { and, desc, eq, gte, inArray, max, sql } from 'drizzle-orm';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { selectPage } from '../../../platform/db/select-page.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import { type ChangeAction, type ChangeRow, changesTable } from './tables.ts';

export type NewChange = Omit<ChangeRow, 'seq'>;

export interface TrustChanges {
  /** Adds a change. No passport is issued in this organisation until the transaction ends. */
  record(tx: Db, change: NewChange): Promise<void>;
  /** Gives the number of the newest change. */
  readEpoch(db: Db, orgId: string): Promise<number>;
  /** Does the same in an issuing transaction: no change can be made until it ends. */
  holdEpoch(tx: Db, orgId: string): Promise<number>;
  /** Finds the newest activation of the organisation and of each given workspace. */
  findActivations(db: Db, orgId: string, workspaceIds: readonly string[]): Promise<ChangeRow[]>;
  /** Lists the active policies of the organisation and of every workspace that has one. */
  listActive(db: Db, orgId: string): Promise<ChangeRow[]>;
  listActivations(db: Db, orgId: string, page: PageStart): Promise<ChangeRow[]>;
  /** Lists revocations at or after a time, oldest first. */
  listRevocations(
    db: Db,
    orgId: string,
    action: ChangeAction,
    window: { since: number; limit: number },
  ): Promise<ChangeRow[]>;
}

const activating: readonly ChangeAction[] = ['policy_activated', 'policy_inherited'];
const lockOf = (orgId: string) => sql`hashtextextended(${`trust/${orgId}`}, 0)`;

export function createTrustChanges(): TrustChanges {
  const table = changesTable;
  const readEpoch = async (db: Db, orgId: string): Promise<number> => {
    const [row] = await db
      .select({ epoch: max(table.seq) })
      .from(table)
      .where(eq(table.org_id, orgId));
    return row?.epoch ?? 0;
  };
  return {
    readEpoch,
    async record(tx, change) {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(change.org_id)})`);
      await tx.insert(table).values(change);
    },
    async holdEpoch(tx, orgId) {
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(orgId)})`);
      return readEpoch(tx, orgId);
    },
    async findActivations(db, orgId, workspaceIds) {
      return db
        .selectDistinctOn([table.workspace_id])
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            inArray(table.workspace_id, ['', ...workspaceIds]),
            inArray(table.action, [...activating]),
          ),
        )
        .orderBy(table.workspace_id, desc(table.seq));
    },
    async listActive(db, orgId) {
      const newest = await db
        .selectDistinctOn([table.workspace_id])
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.action, [...activating])))
        .orderBy(table.workspace_id, desc(table.seq));
      return newest.filter((change) => change.action === 'policy_activated');
    },
    async listRevocations(db, orgId, action, { since, limit }) {
      return db
        .select()
        .from(table)
        .where(and(eq(table.org_id, orgId), eq(table.action, action), gte(table.changed_at, since)))
        .orderBy(table.changed_at, table.seq)
        .limit(limit);
    },
    async listActivations(db, orgId, page) {
      return selectPage(db.select().from(table), {
        where: and(eq(table.org_id, orgId), inArray(table.action, [...activating])),
        seq: table.seq,
        page,
      });
    },
  };
}

type RevokedThing = { readonly id: string; readonly revoked_at: string };

/** Reads the revocations of what passports depend on, since a time. */
export function createRevokedThings(db: Db, changes: TrustChanges = createTrustChanges()) {
  return async (orgId: string, since: number, limit: number) => {
    const list = async (action: ChangeAction): Promise<RevokedThing[]> => {
      const rows = await changes.listRevocations(db, orgId, action, { since, limit });
      return rows.map((row) => ({ id: row.subject_id, revoked_at: toTimestamp(row.changed_at) }));
    };
    return {
      keyAttestations: await list('attestation_revoked'),
      referenceValues: await list('reference_values_revoked'),
    };
  };
}
