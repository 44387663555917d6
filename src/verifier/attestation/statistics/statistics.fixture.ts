/** Counts stored Evidence one by one, without the code of the statistics: what the kept sums have to equal. */

import type { Evidence } from '../../../contract/evidence.ts';
import type { Db } from '../../../platform/db/db.ts';
import { evidenceTable } from '../evidence/tables.ts';
import { decodeEvidence } from '../evidence/view.ts';
import { bucketOf } from './latency.ts';
import { statisticsExchangesTable, statisticsNamesTable } from './tables.ts';

/** Sums by period, start, workspace, agent (and kind and name). */
export type SumsByKey = Readonly<Record<string, Readonly<Record<string, number>>>>;

const sizes = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads the kept sums, without rows that became zero. */
export async function readSums(db: Db): Promise<SumsByKey> {
  const exchanges = await db.select().from(statisticsExchangesTable);
  const names = await db.select().from(statisticsNamesTable);
  const sums: Record<string, Record<string, number>> = {};
  for (const { org_id, workspace_id, agent_id, period, start, latency, ...counts } of exchanges) {
    const key = [org_id, period, start, workspace_id, agent_id].join('|');
    sums[key] = { ...counts, ...toBuckets(latency) };
  }
  for (const { org_id, workspace_id, agent_id, period, start, kind, name, ...counts } of names) {
    sums[[org_id, period, start, workspace_id, agent_id, kind, name].join('|')] = counts;
  }
  return sorted(sums);
}

/** Counts what is stored. */
export async function countAgain(db: Db): Promise<SumsByKey> {
  const rows = await db.select({ orgId: evidenceTable.org_id, jws: evidenceTable.jws }).from(evidenceTable);
  const all = rows.map(({ orgId, jws }) => ({ orgId, evidence: decodeEvidence(jws) }));
  const finals = new Set(
    all.filter(({ evidence }) => isEnd(evidence)).map(({ orgId, evidence }) => streamOf(orgId, evidence)),
  );
  const sums: Record<string, Record<string, number>> = {};
  for (const { orgId, evidence } of all) {
    const isReplaced = isStart(evidence) && finals.has(streamOf(orgId, evidence));
    if (!isReplaced) addExchange(sums, orgId, evidence);
  }
  return sorted(sums);
}

function addExchange(sums: Record<string, Record<string, number>>, orgId: string, evidence: Evidence): void {
  const { workspace_id, agent_id, iat, decision, phases } = evidence;
  const ms = phases.map(({ duration_ms }) => duration_ms).reduce((left, right) => left + right, 0);
  const counts = {
    exchanges: 1,
    allowed: evidence.enforced === 'allow' ? 1 : 0,
    denied: evidence.enforced === 'deny' ? 1 : 0,
    redacted: JSON.stringify(evidence).includes('"redacted_request_hash"') ? 1 : 0,
    escalated: decision.obligations.includes('escalate') ? 1 : 0,
    warned: decision.obligations.includes('warn') ? 1 : 0,
    would_deny: decision.decision === 'deny' && evidence.enforced === 'allow' ? 1 : 0,
  };
  const names = new Map<string, Record<string, number>>();
  const none = { failed: 0, late: 0 };
  for (const reason of decision.reasons) names.set(`reason|${reason}`, { ...counts, latency_ms: ms, ...none });
  if (evidence.model_id !== null) names.set(`model|${evidence.model_id}`, { ...counts, latency_ms: ms, ...none });
  if (evidence.tool !== undefined) {
    const tool = evidence.server === undefined ? evidence.tool : `${evidence.server}/${evidence.tool}`;
    names.set(`tool|${tool}`, { ...counts, latency_ms: ms, ...none });
  }
  for (const { name } of evidence.auditors) {
    const runs = evidence.auditors.filter((run) => run.name === name);
    const has = (status: string) => (runs.some((run) => run.status === status) ? 1 : 0);
    const own = runs.map(({ duration_ms }) => duration_ms).reduce((left, right) => left + right, 0);
    names.set(`auditor|${name}`, { ...counts, latency_ms: own, failed: has('failed'), late: has('late') });
  }
  for (const [period, size] of Object.entries(sizes)) {
    const place = [orgId, period, Math.floor((iat * 1000) / size) * size, workspace_id, agent_id].join('|');
    addTo(sums, place, { ...counts, latency_ms: ms, [`bucket ${bucketOf(ms)}`]: 1 });
    if (period !== 'minute') for (const [name, own] of names) addTo(sums, `${place}|${name}`, own);
  }
}

function addTo(sums: Record<string, Record<string, number>>, key: string, counts: Record<string, number>): void {
  const sum = sums[key] ?? {};
  for (const [column, count] of Object.entries(counts)) sum[column] = (sum[column] ?? 0) + count;
  sums[key] = sum;
}

function isStart({ stream_mode, previous_evidence_id, enforced }: Evidence): boolean {
  return ['window', 'pass'].includes(stream_mode) && previous_evidence_id === undefined && enforced === 'allow';
}

function isEnd({ stream_mode, previous_evidence_id }: Evidence): boolean {
  return ['window', 'pass'].includes(stream_mode) && previous_evidence_id !== undefined;
}

function streamOf(orgId: string, { evidence_id, previous_evidence_id, agent_id, iss }: Evidence): string {
  return [orgId, previous_evidence_id ?? evidence_id, agent_id, iss].join('|');
}

function toBuckets(latency: string): Record<string, number> {
  const buckets: Record<string, number> = {};
  let left = BigInt(latency);
  for (let bucket = 0; left > 0n; bucket += 1) {
    const count = Number(left % 1_000_000_000_000n);
    if (count > 0) buckets[`bucket ${bucket}`] = count;
    left /= 1_000_000_000_000n;
  }
  return buckets;
}

function sorted(sums: Record<string, Record<string, number>>): SumsByKey {
  const known = Object.entries(sums).filter(([, { exchanges = 0 }]) => exchanges !== 0);
  return Object.fromEntries(known.sort(([left], [right]) => (left < right ? -1 : 1)));
}
