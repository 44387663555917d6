/** What one exchange adds to the statistics. Pure. docs/statistics.md says the same in words. */
import type { ExchangeCounts, StatisticsInterval } from '../../../contract/api/statistics/shapes.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { toHistogram } from './latency.ts';
import { type ExchangeRow, type NameRow, summedColumns } from './tables.ts';

export const periodMs: Readonly<Record<StatisticsInterval, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};
/** Names are counted by hour and day only: by minute there would be nearly as many rows as exchanges. */
const namePeriods = ['hour', 'day'] as const;

const summed: ReadonlySet<string> = new Set(summedColumns);

/** Most names of one kind that one exchange counts under. */
export const maxNames = 64;
const maxNameChars = 256;

/** Rows to add to the stored ones. */
export interface Additions {
  readonly exchanges: readonly ExchangeRow[];
  readonly names: readonly NameRow[];
}

/** Sums up exchanges: `counted` are added, `replaced` are taken away. */
export function toAdditions(orgId: string, counted: readonly Evidence[], replaced: readonly Evidence[]): Additions {
  const exchanges = new Map<string, ExchangeRow>();
  const names = new Map<string, NameRow>();
  for (const [list, sign] of [
    [counted, 1],
    [replaced, -1],
  ] as const) {
    for (const evidence of list) {
      for (const row of toExchangeRows(orgId, evidence)) merge(exchanges, exchangeKey(row), row, sign);
      for (const row of toNameRows(orgId, evidence)) merge(names, nameKey(row), row, sign);
    }
  }
  return { exchanges: inOneOrder(exchanges), names: inOneOrder(names) };
}

function toExchangeRows(orgId: string, evidence: Evidence): ExchangeRow[] {
  const latencyMs = addedMs(evidence);
  return (['minute', 'hour', 'day'] as const).map((period) => ({
    ...placeOf(orgId, evidence, period),
    ...countsOf(evidence),
    latency_ms: latencyMs,
    latency: toHistogram(latencyMs).toString(),
  }));
}

function toNameRows(orgId: string, evidence: Evidence): NameRow[] {
  const counts = countsOf(evidence);
  return namePeriods.flatMap((period) =>
    toNames(evidence).map((named) => ({ ...placeOf(orgId, evidence, period), ...counts, ...named })),
  );
}

function placeOf(orgId: string, { workspace_id, agent_id, iat }: Evidence, period: StatisticsInterval) {
  const start = iat * 1000 - ((iat * 1000) % periodMs[period]);
  return { org_id: orgId, workspace_id, agent_id, period, start };
}

function countsOf({ decision, enforced, approval, stream, ...evidence }: Evidence): ExchangeCounts {
  const isRedacted =
    evidence.redacted_request_hash !== undefined ||
    evidence.redacted_response_hash !== undefined ||
    (stream?.runs.some((run) => run.redacted) ?? false);
  const has = (obligation: string) => decision.obligations.includes(obligation);
  return {
    exchanges: 1,
    allowed: Number(enforced === 'allow'),
    denied: Number(enforced === 'deny'),
    redacted: Number(isRedacted),
    escalated: Number(has('escalate') || approval !== undefined),
    warned: Number(has('warn')),
    would_deny: Number(decision.decision === 'deny' && enforced === 'allow'),
  };
}

/** The time that judging added: the judgements of all phases. */
function addedMs({ phases }: Evidence): number {
  return phases.reduce((sum, phase) => sum + phase.duration_ms, 0);
}

type Named = Pick<NameRow, 'kind' | 'name' | 'latency_ms' | 'failed' | 'late'>;

function toNames(evidence: Evidence): Named[] {
  const { decision, model_id: model, tool, server } = evidence;
  const of = (kind: NameRow['kind'], names: readonly string[]): Named[] =>
    [...new Set(names.map(bound))]
      .slice(0, maxNames)
      .map((name) => ({ kind, name, latency_ms: addedMs(evidence), failed: 0, late: 0 }));
  return [
    ...of('reason', decision.reasons),
    ...of('model', model === null ? [] : [model]),
    ...of('tool', tool === undefined ? [] : [server === undefined ? tool : `${server}/${tool}`]),
    ...toAuditors(evidence),
  ];
}

/** An auditor counts once for an exchange, whatever the number of its runs. */
function toAuditors({ auditors }: Evidence): Named[] {
  const sums = new Map<string, Named>();
  for (const { name: text, status, duration_ms } of auditors) {
    const name = bound(text);
    const sum = sums.get(name);
    if (sum === undefined && sums.size >= maxNames) continue;
    sums.set(name, {
      kind: 'auditor',
      name,
      latency_ms: (sum?.latency_ms ?? 0) + duration_ms,
      failed: Math.max(sum?.failed ?? 0, Number(status === 'failed')),
      late: Math.max(sum?.late ?? 0, Number(status === 'late')),
    });
  }
  return [...sums.values()];
}

/** Shortens text for a column, as those of Evidence: an index takes no long text. */
export function bound(text: string): string {
  return text.slice(0, maxNameChars).toWellFormed();
}

function exchangeKey({ workspace_id, agent_id, period, start }: ExchangeRow): string {
  return JSON.stringify([period, start, workspace_id, agent_id]);
}

function nameKey({ workspace_id, agent_id, period, kind, start, name }: NameRow): string {
  return JSON.stringify([period, kind, start, workspace_id, agent_id, name]);
}

/** Adds a row to the sum of its key, column by column. */
function merge<Row extends ExchangeRow | NameRow>(rows: Map<string, Row>, key: string, row: Row, sign: 1 | -1): void {
  const sum = rows.get(key);
  rows.set(key, { ...row, ...addUp(sum, row, sign) });
}

function addUp(sum: ExchangeRow | NameRow | undefined, row: ExchangeRow | NameRow, sign: 1 | -1) {
  const before: Readonly<Record<string, unknown>> = sum ?? {};
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => summed.has(column))
      .map(([column, value]) => [column, add(before[column], value, sign)]),
  );
}

/** Numbers, and histograms as text. */
function add(sum: unknown, value: unknown, sign: 1 | -1): number | string {
  if (typeof value === 'string')
    return ((typeof sum === 'string' ? BigInt(sum) : 0n) + BigInt(sign) * BigInt(value)).toString();
  return (typeof sum === 'number' ? sum : 0) + sign * Number(value);
}

/** Sorts rows, so that transactions that add to the same rows cannot deadlock. */
function inOneOrder<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}
