/** Queries over statistics. */
import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { TopKind } from '../../../contract/api/statistics/shapes.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import type { Series, Span } from './ranges.ts';
import { countColumns, statisticsExchangesTable, statisticsNamesTable } from './tables.ts';

export interface StatisticsFilter {
  readonly workspaceId?: string | undefined;
  readonly agentId?: string | undefined;
}

export type SummedCounts = Readonly<Record<(typeof countColumns)[number], number>>;
export type PointSums = SummedCounts & { readonly start: number; readonly latency: bigint };
export type NameSums = SummedCounts & { readonly name: string; readonly failed: number; readonly late: number };

export interface TopOf {
  readonly by: TopKind;
  readonly spans: readonly Span[];
  readonly filter: StatisticsFilter;
  readonly sort: Exclude<(typeof countColumns)[number], 'latency_ms'>;
  readonly limit: number;
}

export interface StatisticsStore {
  /** Sums the exchanges of each interval that has some, oldest first. */
  sumSeries(orgId: string, series: Series, filter: StatisticsFilter): Promise<PointSums[]>;
  /** Sums by name, the highest counts first. */
  sumTop(orgId: string, of: TopOf): Promise<NameSums[]>;
}

/** A row as drivers give it: large numbers are text. */
type Row = Readonly<Record<string, string | number | null>>;

const counts = countColumns.map((column) => sql.raw(`sum(${column})::text as ${column}`));
const noRuns = [sql.raw("'0' as failed"), sql.raw("'0' as late")];
const runs = [sql.raw('sum(failed)::text as failed'), sql.raw('sum(late)::text as late')];

export function createStatisticsStore(db: Db): StatisticsStore {
  return {
    async sumSeries(orgId, { interval, from, to }, filter) {
      const table = statisticsExchangesTable;
      const where = and(
        eq(table.org_id, orgId),
        inSpans(table, [{ period: interval, from, to }]),
        matches(table, filter),
      );
      const rows = await query<Row>(
        db,
        sql`select start::text as start, ${sql.join(counts, sql`, `)}, sum(latency)::text as latency
          from ${table} where ${where} group by ${table.start} order by ${table.start}`,
      );
      return rows.map((row) => ({
        ...toCounts(row),
        start: Number(row['start']),
        latency: BigInt(String(row['latency'] ?? 0)),
      }));
    },
    async sumTop(orgId, { by, spans, filter, sort, limit }) {
      const isOfExchanges = by === 'agent' || by === 'workspace';
      const table = isOfExchanges ? statisticsExchangesTable : statisticsNamesTable;
      const name = sql.raw(isOfExchanges ? `${by}_id` : 'name');
      const kind = isOfExchanges ? undefined : eq(statisticsNamesTable.kind, by);
      const where = and(eq(table.org_id, orgId), kind, inSpans(table, spans), matches(table, filter));
      const rows = await query<Row>(
        db,
        sql`select ${name} as name, ${sql.join([...counts, ...(by === 'auditor' ? runs : noRuns)], sql`, `)}
          from ${table} where ${where} group by ${name} having sum(exchanges) > 0
          order by sum(${sql.raw(sort)}) desc, sum(exchanges) desc, name limit ${limit}`,
      );
      return rows.map((row) => ({
        ...toCounts(row),
        name: String(row['name']),
        failed: Number(row['failed']),
        late: Number(row['late']),
      }));
    },
  };
}

type Table = typeof statisticsExchangesTable | typeof statisticsNamesTable;

function inSpans(table: Table, spans: readonly Span[]): SQL | undefined {
  return or(
    ...spans.map(({ period, from, to }) => and(eq(table.period, period), gte(table.start, from), lt(table.start, to))),
  );
}

function matches(table: Table, { workspaceId, agentId }: StatisticsFilter): SQL | undefined {
  return and(
    workspaceId === undefined ? undefined : eq(table.workspace_id, workspaceId),
    agentId === undefined ? undefined : eq(table.agent_id, agentId),
  );
}

function toCounts(row: Row): SummedCounts {
  const of = (column: (typeof countColumns)[number]) => Number(row[column]);
  return {
    exchanges: of('exchanges'),
    allowed: of('allowed'),
    denied: of('denied'),
    redacted: of('redacted'),
    escalated: of('escalated'),
    warned: of('warned'),
    would_deny: of('would_deny'),
    latency_ms: of('latency_ms'),
  };
}
