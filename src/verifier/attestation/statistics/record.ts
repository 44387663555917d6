/** Counts exchanges in the transaction that stores their Evidence, so that each counts exactly if it is stored. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Evidence } from '../../../contract/evidence.ts';
import { createBulkInsert } from '../../../platform/db/bulk-insert.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { evidenceTable } from '../evidence/tables.ts';
import { decodeEvidence } from '../evidence/view.ts';
import { bound, toAdditions } from './count.ts';
import {
  type ExchangeRow,
  type NameRow,
  type StreamRow,
  statisticsExchangesTable,
  statisticsNamesTable,
  statisticsStreamsTable,
} from './tables.ts';

/** Counts Evidence that this transaction has stored, each once. */
export type CountExchanges = (tx: Db, orgId: string, stored: readonly Evidence[]) => Promise<void>;

export const countExchanges: CountExchanges = async (tx, orgId, stored) => {
  const { counted, replaced } = await settleStreams(tx, orgId, stored);
  const { exchanges, names } = toAdditions(orgId, counted, replaced);
  if (exchanges.length > 0) await tx.execute(sql`${insertExchanges([...exchanges])} ${addExchanges}`);
  if (names.length > 0) await tx.execute(sql`${insertNames([...names])} ${addNames}`);
};

const insertExchanges = createBulkInsert<ExchangeRow>(statisticsExchangesTable, []);
const insertNames = createBulkInsert<NameRow>(statisticsNamesTable, []);
const insertStreams = createBulkInsert<StreamRow>(statisticsStreamsTable, []);

const common = ['exchanges', 'allowed', 'denied', 'redacted', 'escalated', 'warned', 'would_deny', 'latency_ms'];
const addExchanges = addTo('statistics_exchanges', 'org_id, period, start, workspace_id, agent_id', [
  ...common,
  'latency',
]);
const addNames = addTo('statistics_names', 'org_id, kind, period, start, workspace_id, agent_id, name', [
  ...common,
  'failed',
  'late',
]);

function addTo(table: string, key: string, columns: readonly string[]) {
  const sums = columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ');
  return sql.raw(`on conflict (${key}) do update set ${sums}`);
}

interface Settled {
  readonly counted: readonly Evidence[];
  /** Counted before. The final Evidence of the same stream counts instead. */
  readonly replaced: readonly Evidence[];
}

/**
 * A stream that is sent as it arrives has two Evidence, in any order and perhaps in two transactions at once. It counts by the
 * final one. The row of the stream, which only one transaction can insert, says which of the two came before.
 */
async function settleStreams(tx: Db, orgId: string, stored: readonly Evidence[]): Promise<Settled> {
  const inBatch = new Set(stored.filter(isFinal).map(streamOf));
  const firsts = new Map(stored.filter(isFirst).map((evidence) => [streamOf(evidence), evidence]));
  const paired = new Set([...firsts.keys()].filter((stream) => inBatch.has(stream)));
  const open = stored.filter((evidence) => (isFirst(evidence) || isFinal(evidence)) && !paired.has(streamOf(evidence)));
  const others = await meetOthers(tx, orgId, open);
  const counted = stored.filter((evidence) => {
    const isReplaced = isFirst(evidence) && (paired.has(streamOf(evidence)) || others.has(streamOf(evidence)));
    return !isReplaced;
  });
  const ids = open.filter((evidence) => isFinal(evidence) && others.has(streamOf(evidence))).map(firstIdOf);
  return { counted, replaced: await readFirsts(tx, orgId, [...new Set(ids)]) };
}

/** Notes streams with one Evidence so far. Gives those whose other Evidence came before, and forgets them. */
async function meetOthers(tx: Db, orgId: string, open: readonly Evidence[]): Promise<ReadonlySet<string>> {
  if (open.length === 0) return new Set();
  const rows = new Map(open.map((evidence) => [streamOf(evidence), toStreamRow(orgId, evidence)]));
  const sorted = [...rows.values()].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const returned = sql`on conflict do nothing returning evidence_id, agent_id, iss`;
  const inserted = await query<StreamKey>(tx, sql`${insertStreams(sorted)} ${returned}`);
  const isNew = new Set(inserted.map(keyOf));
  const met = sorted.filter((row) => !isNew.has(keyOf(row)));
  if (met.length === 0) return new Set();
  const removed = await query<StreamKey>(
    tx,
    sql`delete from statistics_streams as stream
      using json_to_recordset(${JSON.stringify(met)}::json)
        as other(org_id text, evidence_id text, agent_id text, iss text, is_first boolean)
      where stream.org_id = other.org_id and stream.evidence_id = other.evidence_id
        and stream.agent_id = other.agent_id and stream.iss = other.iss and stream.is_first <> other.is_first
      returning stream.evidence_id, stream.agent_id, stream.iss`,
  );
  return new Set(removed.map(keyOf));
}

/** Reads the first Evidence of streams as it was counted. */
async function readFirsts(tx: Db, orgId: string, ids: readonly string[]): Promise<Evidence[]> {
  if (ids.length === 0) return [];
  const table = evidenceTable;
  const rows = await tx
    .select({ jws: table.jws })
    .from(table)
    .where(and(eq(table.org_id, orgId), inArray(table.evidence_id, [...ids])));
  return rows.map(({ jws }) => decodeEvidence(jws));
}

type StreamKey = Pick<StreamRow, 'evidence_id' | 'agent_id' | 'iss'>;

function isStream({ stream_mode: mode }: Evidence): boolean {
  return mode === 'window' || mode === 'pass';
}

/** Made before the first byte of the answer is sent. A denied exchange has no second Evidence. */
function isFirst(evidence: Evidence): boolean {
  return isStream(evidence) && evidence.previous_evidence_id === undefined && evidence.enforced === 'allow';
}

function isFinal(evidence: Evidence): boolean {
  return isStream(evidence) && evidence.previous_evidence_id !== undefined;
}

function firstIdOf({ evidence_id, previous_evidence_id }: Evidence): string {
  return previous_evidence_id ?? evidence_id;
}

function streamOf(evidence: Evidence): string {
  return keyOf({ evidence_id: bound(firstIdOf(evidence)), agent_id: evidence.agent_id, iss: bound(evidence.iss) });
}

function keyOf({ evidence_id, agent_id, iss }: StreamKey): string {
  return JSON.stringify([evidence_id, agent_id, iss]);
}

function toStreamRow(orgId: string, evidence: Evidence): StreamRow {
  const { agent_id, iss, iat } = evidence;
  return {
    org_id: orgId,
    evidence_id: bound(firstIdOf(evidence)),
    agent_id,
    iss: bound(iss),
    is_first: isFirst(evidence),
    made_at: iat * 1000,
  };
}
