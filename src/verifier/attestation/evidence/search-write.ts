/** Writes what Evidence is found by: with the Evidence itself, and at a start for Evidence of an older release. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Evidence } from '../../../contract/evidence.ts';
import { createBulkInsert } from '../../../platform/db/bulk-insert.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from '../../../platform/log.ts';
import { toIndexed } from './indexed.ts';
import { evidenceSearchTable, evidenceSessionsTable, unsearchedEvidenceTable } from './search-tables.ts';
import { toSearchFacts } from './search-terms.ts';
import { evidenceTable } from './tables.ts';
import { decodeEvidence } from './view.ts';

/** Stored Evidence with its order of arrival. */
export interface Arrived {
  readonly evidence: Evidence;
  readonly seq: number;
}

type SearchRow = typeof evidenceSearchTable.$inferInsert;
type SessionInsert = typeof evidenceSessionsTable.$inferInsert;

const insertSearch = createBulkInsert<SearchRow>(evidenceSearchTable, []);
const insertSessions = createBulkInsert<SessionInsert>(evidenceSessionsTable, []);
const pageSize = 500;
const pagesPerLine = 20;

/** Adds Evidence that was stored in this transaction. Each Evidence is added once. */
export async function addToSearch(tx: Db, orgId: string, arrived: readonly Arrived[]): Promise<void> {
  if (arrived.length === 0) return;
  const rows = arrived.map(({ evidence, seq }) => ({
    org_id: orgId,
    seq,
    generated_at: evidence.iat * 1000,
    agent_id: evidence.agent_id,
    ...toSearchFacts(evidence),
  }));
  await tx.execute(insertSearch(rows.map((row) => ({ ...row, terms: [...row.terms] }))));
  await tx.execute(sql`${insertSessions(toSessions(orgId, arrived))}
    on conflict (org_id, agent_id, session_id) do update set
      first_at = least(evidence_sessions.first_at, excluded.first_at),
      last_at = greatest(evidence_sessions.last_at, excluded.last_at),
      seq = greatest(evidence_sessions.seq, excluded.seq),
      evidence_count = evidence_sessions.evidence_count + excluded.evidence_count,
      denied = evidence_sessions.denied + excluded.denied`);
}

/** Sums by session, in one order, so that transactions with the same sessions cannot deadlock. */
function toSessions(orgId: string, arrived: readonly Arrived[]): SessionInsert[] {
  const sums = new Map<string, SessionInsert>();
  for (const { evidence, seq } of arrived) {
    const session = toIndexed(evidence.session_id);
    const key = JSON.stringify([evidence.agent_id, session]);
    const at = evidence.iat * 1000;
    const sum = sums.get(key);
    sums.set(key, {
      org_id: orgId,
      workspace_id: evidence.workspace_id,
      agent_id: evidence.agent_id,
      session_id: session,
      first_at: Math.min(at, sum?.first_at ?? at),
      last_at: Math.max(at, sum?.last_at ?? at),
      seq: Math.max(seq, sum?.seq ?? seq),
      evidence_count: (sum?.evidence_count ?? 0) + 1,
      denied: (sum?.denied ?? 0) + (evidence.enforced === 'deny' ? 1 : 0),
    });
  }
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
}

/** Adds Evidence of an older release. What cannot be read stays out of lists, and an error names it. */
export async function addUnsearched(db: Db, log: Logger): Promise<void> {
  let after = 0;
  let added = 0;
  for (let pages = 1; ; pages += 1) {
    const from = after;
    const page = await db.transaction((tx) => addPage(tx, from, log));
    if (page === undefined) break;
    after = page.last;
    added += page.added;
    if (pages % pagesPerLine === 0) log.info({ added }, 'evidence of an older release is prepared for lists');
  }
  if (added > 0) log.info({ added }, 'evidence of an older release can be listed');
}

async function addPage(
  tx: Db,
  after: number,
  log: Logger,
): Promise<{ readonly last: number; readonly added: number } | undefined> {
  const waiting = unsearchedEvidenceTable;
  const rows = await tx
    .select({ org: waiting.org_id, seq: waiting.seq, id: evidenceTable.evidence_id, jws: evidenceTable.jws })
    .from(waiting)
    .innerJoin(evidenceTable, and(eq(evidenceTable.org_id, waiting.org_id), eq(evidenceTable.seq, waiting.seq)))
    .where(gt(waiting.seq, after))
    .orderBy(asc(waiting.seq))
    .limit(pageSize)
    .for('update', { of: waiting });
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const byOrg = new Map<string, Arrived[]>();
  for (const { org, seq, id, jws } of rows) {
    const evidence = tryDecode(jws, id, log);
    if (evidence !== undefined) byOrg.set(org, [...(byOrg.get(org) ?? []), { evidence, seq }]);
  }
  for (const [org, arrived] of byOrg) await addToSearch(tx, org, arrived);
  const seqs = [...byOrg.values()].flat().map(({ seq }) => seq);
  if (seqs.length > 0) await tx.delete(waiting).where(inArray(waiting.seq, seqs));
  return { last: last.seq, added: seqs.length };
}

function tryDecode(jws: string, id: string, log: Logger): Evidence | undefined {
  try {
    return decodeEvidence(jws);
  } catch (error) {
    log.error({ evidence_id: id, error }, 'stored evidence cannot be read: it is in no list');
    return undefined;
  }
}
