/** Table of telemetry exports, each with its own position among the events. */
import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exportStatuses } from '../../../contract/api/telemetry-exports/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

const number = (name: string) => bigint(name, { mode: 'number' });

export const telemetryExportsTable = pgTable(
  'telemetry_exports',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    endpoint: text('endpoint').notNull(),
    header_names: jsonb('header_names').$type<readonly string[]>().notNull(),
    /** Version of the headers in the vault; 0 before the first. */
    headers_version: integer('headers_version').notNull(),
    /** Null: all. */
    workspace_ids: jsonb('workspace_ids').$type<readonly string[]>(),
    status: text('status', { enum: exportStatuses }).notNull(),
    /** The number of the last event read. It is no event reader, so a dead collector does not keep events for ever. */
    place: number('place').notNull(),
    /** The highest `seq` of Evidence that was exported, or counted as lost. */
    evidence_seq: number('evidence_seq').notNull(),
    exported: number('exported').notNull(),
    dropped: number('dropped').notNull(),
    last_error: text('last_error'),
    last_export_at: timeMs('last_export_at'),
    ran_at: timeMs('ran_at').notNull(),
    told_at: timeMs('told_at'),
    failures: integer('failures').notNull(),
    next_at: timeMs('next_at').notNull(),
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    fence: integer('fence').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type ExportRow = typeof telemetryExportsTable.$inferSelect;

export const telemetryTables = [telemetryExportsTable];

export const telemetryMigrations: readonly Migration[] = [
  {
    id: '0084-telemetry-exports',
    sql: [
      `create table telemetry_exports (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        endpoint text not null,
        header_names jsonb not null,
        headers_version integer not null,
        workspace_ids jsonb,
        status text not null,
        place bigint not null,
        evidence_seq bigint not null,
        exported bigint not null,
        dropped bigint not null,
        last_error text,
        last_export_at bigint,
        ran_at bigint not null,
        told_at bigint,
        failures integer not null,
        next_at bigint not null,
        lease_by text,
        lease_until bigint,
        fence integer not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
    ],
  },
];
