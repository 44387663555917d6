/**
 * Tables of the auditors that organisations registered, and of those that apps bring into chains; the built-in ones are data of
 * the program.
 */
import type { CatalogEntry, SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { scopeLevels } from '../../../contract/control/scope.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const customAuditorsTable = pgTable(
  'custom_auditors',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** Its address; without it only the image is known. */
    url: text('url'),
    image: text('image'),
    entry: jsonb('entry').$type<CatalogEntry>().notNull(),
    vocabulary: jsonb('vocabulary').$type<Vocabulary>().notNull(),
    vocabulary_digest: text('vocabulary_digest').notNull(),
    /** Settings of the auditor itself, which are not in its vocabulary. */
    config: jsonb('config').$type<SettingDefinition[]>().notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
    /** When the vocabulary was last fetched or sent. */
    vocabulary_at: timeMs('vocabulary_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type CustomAuditorRow = typeof customAuditorsTable.$inferSelect;

export const joinedAuditorsTable = pgTable(
  'joined_auditors',
  {
    org_id: text('org_id').notNull(),
    scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
    scope_id: text('scope_id').notNull(),
    auditor_id: text('auditor_id').notNull(),
    /** The installed app that brings it. */
    installation_id: text('installation_id').notNull(),
    /** True while gateways must not ask it. */
    is_withheld: boolean('is_withheld').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.scope_level, table.scope_id, table.auditor_id] })],
);

export type JoinedAuditorRow = typeof joinedAuditorsTable.$inferSelect;

export const auditorCatalogMigrations: readonly Migration[] = [
  {
    id: '0042-auditor-catalog',
    sql: [
      `create table custom_auditors (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        url text,
        image text,
        entry jsonb not null,
        vocabulary jsonb not null,
        vocabulary_digest text not null,
        config jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        vocabulary_at bigint not null,
        primary key (org_id, id)
      )`,
    ],
  },
  {
    id: '0112-joined-auditors',
    sql: [
      `create table joined_auditors (
        org_id text not null,
        scope_level text not null,
        scope_id text not null,
        auditor_id text not null,
        installation_id text not null,
        is_withheld boolean not null,
        primary key (org_id, scope_level, scope_id, auditor_id)
      )`,
    ],
  },
];
