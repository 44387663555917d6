/** Queries of replays: their own rows, and stored Evidence page by page. */
import { and, asc, count, eq, gt, gte, lt, lte, max, min } from 'drizzle-orm';
import type { Db } from '../../../../platform/db/db.ts';
import { evidenceTable } from '../../../attestation/evidence/tables.ts';
import { policyReplaysTable, type ReplayRow } from './tables.ts';

export type NewReplay = Omit<ReplayRow, 'seq'>;
export type ReplayProgress = Partial<
  Pick<ReplayRow, 'done' | 'total' | 'result' | 'seen_at' | 'status' | 'error' | 'finished_at'>
>;

/** The Evidence to replay. */
export interface EvidenceRange {
  readonly orgId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly workspaceId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** The ends of a range in the order of arrival, so that later Evidence is left out. */
export interface EvidenceSpan {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

export interface EvidencePageRow {
  readonly seq: number;
  readonly jws: string;
}

export interface ReplayStore {
  insert(db: Db, row: NewReplay): Promise<void>;
  find(db: Db, orgId: string, id: string): Promise<ReplayRow | undefined>;
  /** Changes one that runs; undefined if it runs no more. */
  advance(db: Db, orgId: string, id: string, progress: ReplayProgress): Promise<ReplayRow | undefined>;
  findSpan(db: Db, range: EvidenceRange): Promise<EvidenceSpan>;
  /** Reads a page after `after`, oldest first. */
  readPage(db: Db, range: EvidenceRange, after: number, last: number, limit: number): Promise<EvidencePageRow[]>;
}

export function createReplayStore(): ReplayStore {
  const table = policyReplaysTable;
  const own = (orgId: string, id: string) => and(eq(table.org_id, orgId), eq(table.id, id));
  return {
    async insert(db, row) {
      await db.insert(table).values(row);
    },
    find: async (db, orgId, id) => (await db.select().from(table).where(own(orgId, id)))[0],
    async advance(db, orgId, id, progress) {
      const updated = await db
        .update(table)
        .set(progress)
        .where(and(own(orgId, id), eq(table.status, 'running')))
        .returning();
      return updated[0];
    },
    async findSpan(db, range) {
      const { seq } = evidenceTable;
      const [row] = await db
        .select({ count: count(), first: min(seq), last: max(seq) })
        .from(evidenceTable)
        .where(inRange(range));
      return { count: row?.count ?? 0, first: row?.first ?? 0, last: row?.last ?? 0 };
    },
    readPage: (db, range, after, last, limit) =>
      db
        .select({ seq: evidenceTable.seq, jws: evidenceTable.jws })
        .from(evidenceTable)
        .where(and(inRange(range), gt(evidenceTable.seq, after), lte(evidenceTable.seq, last)))
        .orderBy(asc(evidenceTable.seq))
        .limit(limit),
  };
}

function inRange({ orgId, fromMs, toMs, workspaceId, agentId }: EvidenceRange) {
  const table = evidenceTable;
  return and(
    eq(table.org_id, orgId),
    gte(table.generated_at, fromMs),
    lt(table.generated_at, toMs),
    workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
  );
}
