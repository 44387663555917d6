/**
 * Tables of statistics: sums over exchanges by minute, hour and day (UTC). Every exchange is in one row of each period. They are
 * derived from Evidence and written in the transaction that stores it.
 */
import { bigint, boolean, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { statisticsIntervals } from '../../../contract/api/statistics/shapes.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';
import { rebuildStatistics } from './rebuild.ts';

/** Kinds of names that exchanges are counted under. */
export const nameKinds = ['reason', 'model', 'auditor', 'tool'] as const;

/** Columns that are added up. */
export const countColumns = [
  'exchanges',
  'allowed',
  'denied',
  'redacted',
  'escalated',
  'warned',
  'would_deny',
  'latency_ms',
] as const;
/** With those that only one of the tables has. */
export const summedColumns: readonly string[] = [...countColumns, 'latency', 'failed', 'late'];

const sum = (name: string) => bigint(name, { mode: 'number' }).notNull();

const countedColumns = {
  ...tenancyColumns,
  agent_id: text('agent_id').notNull(),
  period: text('period', { enum: statisticsIntervals }).notNull(),
  start: timeMs('start').notNull(),
  exchanges: sum('exchanges'),
  allowed: sum('allowed'),
  denied: sum('denied'),
  redacted: sum('redacted'),
  escalated: sum('escalated'),
  warned: sum('warned'),
  would_deny: sum('would_deny'),
  /** Time that judging added; of an auditor its own. */
  latency_ms: sum('latency_ms'),
};

export const statisticsExchangesTable = pgTable(
  'statistics_exchanges',
  {
    ...countedColumns,
    /** Histogram of that time (`latency.ts`). */
    latency: numeric('latency').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.period, table.start, table.workspace_id, table.agent_id] })],
);

export const statisticsNamesTable = pgTable(
  'statistics_names',
  {
    ...countedColumns,
    kind: text('kind', { enum: nameKinds }).notNull(),
    name: text('name').notNull(),
    /** Of auditors. */
    failed: sum('failed'),
    late: sum('late'),
  },
  (table) => [
    primaryKey({
      columns: [table.org_id, table.kind, table.period, table.start, table.workspace_id, table.agent_id, table.name],
    }),
  ],
);

/**
 * Streams with one Evidence of two: the first, which is counted until the final one comes, or the final one that came before it.
 * The sender is a part of the key, so that nobody ends the stream of another.
 */
export const statisticsStreamsTable = pgTable(
  'statistics_streams',
  {
    org_id: text('org_id').notNull(),
    /** Id of the first Evidence. */
    evidence_id: text('evidence_id').notNull(),
    agent_id: text('agent_id').notNull(),
    iss: text('iss').notNull(),
    is_first: boolean('is_first').notNull(),
    made_at: timeMs('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.evidence_id, table.agent_id, table.iss] })],
);

export type ExchangeRow = typeof statisticsExchangesTable.$inferSelect;
export type NameRow = typeof statisticsNamesTable.$inferSelect;
export type StreamRow = typeof statisticsStreamsTable.$inferSelect;

const counted = `
  org_id text not null,
  workspace_id text not null,
  agent_id text not null,
  period text not null,
  start bigint not null,
  ${countColumns.map((column) => `${column} bigint not null`).join(',\n  ')}`;

export const statisticsMigrations: readonly Migration[] = [
  {
    id: '0113-statistics',
    sql: [
      // Room in each page for new versions of its rows: the rows of the present minute change all the time.
      `create table statistics_exchanges (${counted},
        latency numeric not null,
        primary key (org_id, period, start, workspace_id, agent_id)
      ) with (fillfactor = 70)`,
      `create table statistics_names (${counted},
        kind text not null,
        name text not null,
        failed bigint not null,
        late bigint not null,
        primary key (org_id, kind, period, start, workspace_id, agent_id, name)
      ) with (fillfactor = 70)`,
      `create table statistics_streams (
        org_id text not null,
        evidence_id text not null,
        agent_id text not null,
        iss text not null,
        is_first boolean not null,
        made_at bigint not null,
        primary key (org_id, evidence_id, agent_id, iss)
      )`,
      ...rebuildStatistics,
    ],
  },
];
