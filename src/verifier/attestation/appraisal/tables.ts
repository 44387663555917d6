/**
 * Tables of what appraisals depend on: policies and sets of reference values as heads with immutable versions, and the log of
 * every trust change.
 */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const recordTypes = ['policy', 'reference_values'] as const;
export type RecordType = (typeof recordTypes)[number];

export const recordsTable = pgTable(
  'appraisal_records',
  {
    org_id: text('org_id').notNull(),
    type: text('type', { enum: recordTypes }).notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** Newest version. */
    version: integer('version').notNull(),
    /** Time at which a policy was archived, or a set revoked. */
    closed_at: timeMs('closed_at'),
    closed_by: text('closed_by'),
    closed_reason: text('closed_reason'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.type, table.id] })],
);

export const versionsTable = pgTable(
  'appraisal_record_versions',
  {
    org_id: text('org_id').notNull(),
    type: text('type', { enum: recordTypes }).notNull(),
    id: text('id').notNull(),
    version: integer('version').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    document: jsonb('document').$type<unknown>().notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.type, table.id, table.version] })],
);

export const changeActions = [
  'policy_activated',
  'policy_inherited',
  'reference_values_updated',
  'reference_values_revoked',
  'attestation_revoked',
] as const;
export type ChangeAction = (typeof changeActions)[number];

export const changesTable = pgTable('trust_changes', {
  org_id: text('org_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  action: text('action', { enum: changeActions }).notNull(),
  /** Empty for the whole organisation; no workspace has this id. */
  workspace_id: text('workspace_id').notNull(),
  subject_id: text('subject_id').notNull(),
  subject_version: integer('subject_version'),
  changed_at: timeMs('changed_at').notNull(),
  changed_by: text('changed_by').notNull(),
  reason: text('reason').notNull(),
});

export type RecordRow = typeof recordsTable.$inferSelect;
export type VersionRow = typeof versionsTable.$inferSelect;
export type ChangeRow = typeof changesTable.$inferSelect;

export const appraisalMigrations: readonly Migration[] = [
  {
    id: '0011-appraisal',
    sql: [
      `create table appraisal_records (
        org_id text not null,
        type text not null,
        id text not null,
        seq bigserial not null,
        version integer not null,
        closed_at bigint,
        closed_by text,
        closed_reason text,
        primary key (org_id, type, id)
      )`,
      'create index appraisal_records_by_seq on appraisal_records (org_id, type, seq)',
      `create table appraisal_record_versions (
        org_id text not null,
        type text not null,
        id text not null,
        version integer not null,
        seq bigserial not null,
        sha256 text not null,
        document jsonb not null,
        created_at bigint not null,
        created_by text not null,
        reason text,
        primary key (org_id, type, id, version)
      )`,
      `create table trust_changes (
        org_id text not null,
        seq bigserial primary key,
        action text not null,
        workspace_id text not null,
        subject_id text not null,
        subject_version integer,
        changed_at bigint not null,
        changed_by text not null,
        reason text not null
      )`,
      'create index trust_changes_by_org on trust_changes (org_id, seq)',
      'create index trust_changes_by_scope on trust_changes (org_id, workspace_id, action, seq)',
    ],
  },
];
