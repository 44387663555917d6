/** Tables of the log of configuration changes, and the name of this database. */
import { bigserial, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { scopeLevels } from '../../../contract/control/scope.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

/** Subjects of changes; history is read by kind and id. */
export const changeKinds = [
  'organization',
  'workspace',
  'agent',
  'environment',
  'auditor',
  'auditor_settings',
  'policy',
  'preset',
  'key',
  'api_key',
  'delegation',
  'token',
  'tool',
  'credential',
  'app',
  'installation',
  'registered_auditor',
  'registered_model',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const controlChangesTable = pgTable('control_changes', {
  org_id: text('org_id').notNull(),
  /** The organisation's revision after this change. */
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  kind: text('kind', { enum: changeKinds }).notNull(),
  subject_id: text('subject_id').notNull(),
  action: text('action').notNull(),
  scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
  scope_id: text('scope_id').notNull(),
  /** Revision of the record after the change; 0 if it was removed. */
  revision: integer('revision').notNull(),
  /** The record after the change; null if it was removed. */
  document: jsonb('document').$type<unknown>(),
  reason: text('reason'),
  changed_at: timeMs('changed_at').notNull(),
  changed_by: text('changed_by').notNull(),
});

export const lineageTable = pgTable('control_lineage', { id: text('id').primaryKey() });

export type ControlChangeRow = typeof controlChangesTable.$inferSelect;

export const controlMigrations: readonly Migration[] = [
  {
    id: '0040-control-changes',
    sql: [
      `create table control_changes (
        org_id text not null,
        seq bigserial primary key,
        kind text not null,
        subject_id text not null,
        action text not null,
        scope_level text not null,
        scope_id text not null,
        revision integer not null,
        document jsonb,
        reason text,
        changed_at bigint not null,
        changed_by text not null
      )`,
      'create index control_changes_by_org on control_changes (org_id, seq desc)',
      'create index control_changes_by_subject on control_changes (org_id, kind, subject_id, seq desc)',
      'create table control_lineage (id text primary key)',
    ],
  },
];
