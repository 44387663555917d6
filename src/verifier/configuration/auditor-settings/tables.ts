/** Table of auditor settings: one record for a scope and an auditor. */
import { bigserial, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { SourcedEntry } from '../../../configuration/settings/resolve-settings.ts';
import { scopeLevels } from '../../../contract/control/scope.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** By full name. */
export type StoredEntries = Record<string, SourcedEntry>;

export const auditorSettingsTable = pgTable('auditor_settings', {
  id: text('id').primaryKey(),
  org_id: text('org_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
  scope_id: text('scope_id').notNull(),
  auditor_id: text('auditor_id').notNull(),
  settings: jsonb('settings').$type<StoredEntries>().notNull(),
  revision: integer('revision').notNull(),
  created_at: timeMs('created_at').notNull(),
  created_by: text('created_by').notNull(),
  updated_at: timeMs('updated_at').notNull(),
});

export type AuditorSettingsRow = typeof auditorSettingsTable.$inferSelect;

export const auditorSettingsMigrations: readonly Migration[] = [
  {
    id: '0043-auditor-settings',
    sql: [
      `create table auditor_settings (
        id text primary key,
        org_id text not null,
        seq bigserial not null,
        scope_level text not null,
        scope_id text not null,
        auditor_id text not null,
        settings jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null
      )`,
      // The cascade of an agent reads three scopes, of one auditor or of all.
      `create unique index auditor_settings_by_scope
        on auditor_settings (org_id, scope_level, scope_id, auditor_id)`,
      'create index auditor_settings_by_seq on auditor_settings (org_id, seq desc)',
      'create index auditor_settings_by_auditor on auditor_settings (org_id, auditor_id)',
    ],
  },
];
