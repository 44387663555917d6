/** Queries over evidence. */
import { and, eq, getTableColumns, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SessionSummary } from '../../../contract/api/evidence/session-shapes.ts';
import { createBulkInsert } from '../../../platform/db/bulk-insert.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { untilNotEndedByOthers } from '../../../platform/db/ended-by-others.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import { passportsTable } from '../passports/tables.ts';
import { storingLock } from './coverage.ts';
import { type EvidenceFilter, findSeqs } from './search.ts';
import { listSessions, type SessionFilter } from './sessions.ts';
import {
  type EvidenceRow,
  evidenceGroupsTable,
  evidenceTable,
  type NewEvidence,
  type NewRefusal,
  refusalsTable,
} from './tables.ts';

/** Refusals kept per organisation: enough to see an attack, too few to fill a disk. */
export const maxRefusals = 10_000;

/** The stored evidence that conflicts with an insert. */
export type KnownEvidence = Pick<EvidenceRow, 'evidence_id' | 'nonce' | 'jws_sha256'>;

export interface Insertion {
  readonly inserted: ReadonlySet<string>;
  /** Stored rows that conflict with the others, by id or nonce. */
  readonly known: readonly KnownEvidence[];
}

/** Writes what must exist exactly if these ids do, each with its order of arrival. Runs last in their transaction. */
export type AfterInsertion = (tx: Db, inserted: ReadonlyMap<string, number>) => Promise<void>;

export interface EvidenceStore {
  /** In one transaction: inserts what conflicts with nothing, completes missing receipts, and logs refusals. */
  insertBatch(
    rows: readonly NewEvidence[],
    refusals: readonly NewRefusal[],
    after?: AfterInsertion,
  ): Promise<Insertion>;
  insertRefusals(refusals: readonly NewRefusal[]): Promise<void>;
  find(orgId: string, evidenceId: string): Promise<EvidenceRow | undefined>;
  /** Finds those that exist, in no particular order. */
  findMany(orgId: string, evidenceIds: readonly string[]): Promise<EvidenceRow[]>;
  listByPassport(orgId: string, passportId: string): Promise<EvidenceRow[]>;
  list(orgId: string, page: PageStart, filter: EvidenceFilter): Promise<EvidenceRow[]>;
  listSessions(orgId: string, page: PageStart, filter: SessionFilter): Promise<Page<SessionSummary>>;
}

const isCovered = and(
  eq(passportsTable.org_id, evidenceTable.org_id),
  eq(passportsTable.workspace_id, evidenceTable.workspace_id),
  eq(passportsTable.agent_id, evidenceTable.agent_id),
  eq(passportsTable.key_attestation_hash, evidenceTable.key_attestation_hash),
  lte(passportsTable.first_seq, evidenceTable.seq),
  gte(passportsTable.last_seq, evidenceTable.seq),
);

const columns = {
  ...getTableColumns(evidenceTable),
  passport_id: sql<string | null>`(select ${passportsTable.passport_id} from ${passportsTable} where ${isCovered})`,
};

export function createEvidenceStore(db: Db): EvidenceStore {
  const table = evidenceTable;
  return {
    insertBatch: (rows, refusals, after) =>
      // Batches with the same Evidence in different orders can deadlock: the database then aborts one of them.
      untilNotEndedByOthers(() =>
        db.transaction(async (tx) => {
          await lockAgents(tx, rows);
          const inserted = await insertRows(tx, rows);
          const left = rows.filter((row) => !inserted.has(row.evidence_id));
          const known = await findKnown(tx, left);
          await completeReceipts(tx, left, known);
          await logRefusals(tx, refusals);
          if (inserted.size > 0) await after?.(tx, inserted);
          return { inserted: new Set(inserted.keys()), known };
        }),
      ),
    insertRefusals: (refusals) => logRefusals(db, refusals),
    async find(orgId, evidenceId) {
      return (
        await db
          .select(columns)
          .from(table)
          .where(and(eq(table.org_id, orgId), eq(table.evidence_id, evidenceId)))
      )[0];
    },
    findMany: async (orgId, evidenceIds) =>
      db
        .select(columns)
        .from(table)
        .where(and(eq(table.org_id, orgId), inArray(table.evidence_id, [...evidenceIds]))),
    async listByPassport(orgId, passportId) {
      const passport = and(eq(passportsTable.org_id, orgId), eq(passportsTable.passport_id, passportId));
      return db.select(columns).from(table).innerJoin(passportsTable, and(passport, isCovered)).orderBy(table.seq);
    },
    async list(orgId, page, filter) {
      const seqs = await findSeqs(db, orgId, page, filter);
      return inOrderOf(seqs, await selectSeqs(db, orgId, seqs));
    },
    listSessions: (orgId, page, filter) => listSessions(db, orgId, page, filter),
  };
}

async function selectSeqs(db: Db, orgId: string, seqs: readonly number[]): Promise<EvidenceRow[]> {
  if (seqs.length === 0) return [];
  const own = and(eq(evidenceTable.org_id, orgId), inArray(evidenceTable.seq, [...seqs]));
  return db.select(columns).from(evidenceTable).where(own);
}

function inOrderOf(seqs: readonly number[], rows: readonly EvidenceRow[]): EvidenceRow[] {
  const places = new Map(seqs.map((seq, place) => [seq, place]));
  return [...rows].sort((left, right) => (places.get(left.seq) ?? 0) - (places.get(right.seq) ?? 0));
}

const bulkInsert = createBulkInsert<NewEvidence>(evidenceTable, ['seq']);

/** Keeps an agent's evidence from being covered while some is stored. Taken before any `seq` is drawn, in one order. */
async function lockAgents(tx: Db, rows: readonly NewEvidence[]): Promise<void> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return;
  const agentIds = [...new Set(rows.map((row) => row.agent_id))].sort();
  const locks = agentIds.map((agentId) => sql`pg_advisory_xact_lock_shared(${storingLock(orgId, agentId)})`);
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
}

/** Sorts rows, so that transactions with the same ids cannot deadlock. */
function inOneOrder(rows: readonly NewEvidence[]): NewEvidence[] {
  return [...rows].sort((left, right) => (left.evidence_id < right.evidence_id ? -1 : 1));
}

interface InsertedRow {
  readonly evidence_id: string;
  readonly seq: number;
}

async function insertRows(tx: Db, rows: readonly NewEvidence[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const statement = sql`${bulkInsert(inOneOrder(rows))} on conflict do nothing returning evidence_id, seq`;
  const inserted = await query<InsertedRow>(tx, statement);
  await advanceGroups(tx, rows, inserted);
  return new Map(inserted.map((row) => [row.evidence_id, Number(row.seq)]));
}

/** Updates the last `seq` of each group. */
async function advanceGroups(tx: Db, rows: readonly NewEvidence[], inserted: readonly InsertedRow[]): Promise<void> {
  const seqs = new Map(inserted.map((row) => [row.evidence_id, Number(row.seq)]));
  const groups = new Map<string, typeof evidenceGroupsTable.$inferInsert>();
  for (const { org_id, workspace_id, agent_id, key_attestation_hash, kid, evidence_id } of rows) {
    const seq = seqs.get(evidence_id);
    if (seq === undefined) continue;
    const name = `${workspace_id}/${agent_id}/${key_attestation_hash}`;
    const stored_seq = Math.max(seq, groups.get(name)?.stored_seq ?? 0);
    groups.set(name, { org_id, workspace_id, agent_id, key_attestation_hash, kid, stored_seq, covered_seq: 0 });
  }
  if (groups.size === 0) return;
  const table = evidenceGroupsTable;
  const sorted = [...groups.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  await tx
    .insert(table)
    .values(sorted)
    .onConflictDoUpdate({
      target: [table.org_id, table.workspace_id, table.agent_id, table.key_attestation_hash],
      set: { stored_seq: sql`greatest(${table.stored_seq}, excluded.stored_seq)` },
    });
}

async function findKnown(tx: Db, rows: readonly NewEvidence[]): Promise<KnownEvidence[]> {
  const orgId = rows[0]?.org_id;
  if (orgId === undefined) return [];
  const { evidence_id, nonce, jws_sha256 } = evidenceTable;
  const ids = rows.map((row) => row.evidence_id);
  const nonces = rows.map((row) => row.nonce);
  return tx
    .select({ evidence_id, nonce, jws_sha256 })
    .from(evidenceTable)
    .where(and(eq(evidenceTable.org_id, orgId), or(inArray(evidence_id, ids), inArray(nonce, nonces))));
}

/** Evidence may arrive first without its receipt: the same bytes with a receipt complete it, and never replace another. */
async function completeReceipts(tx: Db, rows: readonly NewEvidence[], known: readonly KnownEvidence[]): Promise<void> {
  const hashes = new Map(known.map((row) => [row.evidence_id, row.jws_sha256]));
  const late = rows.filter((row) => row.receipt_record !== null && hashes.get(row.evidence_id) === row.jws_sha256);
  for (const row of late) {
    const { receipt_record, receipt_signature, receipt_chain_id, receipt_seq, receipt_hash } = row;
    await tx
      .update(evidenceTable)
      .set({ receipt_record, receipt_signature, receipt_chain_id, receipt_seq, receipt_hash })
      .where(
        and(
          eq(evidenceTable.org_id, row.org_id),
          eq(evidenceTable.evidence_id, row.evidence_id),
          isNull(evidenceTable.receipt_record),
        ),
      );
  }
}

async function logRefusals(db: Db, refusals: readonly NewRefusal[]): Promise<void> {
  const orgId = refusals[0]?.org_id;
  if (orgId === undefined) return;
  await db.insert(refusalsTable).values([...refusals]);
  await db.execute(sql`delete from evidence_refusals where org_id = ${orgId} and seq <=
    (select seq from evidence_refusals where org_id = ${orgId} order by seq desc offset ${maxRefusals} limit 1)`);
}
