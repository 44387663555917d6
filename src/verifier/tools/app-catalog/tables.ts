/** Tables of the entries that organisations added to the app catalog; shipped entries are data of the program. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AppDocument, Notarization } from '../../../contract/api/app-catalog/shapes.ts';
import { appStatuses, appTypes, trustTiers } from '../../../contract/api/app-catalog/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const appsTable = pgTable(
  'apps',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** Skeleton of the name, unique so that no two names can be confused. */
    skeleton: text('skeleton').notNull(),
    type: text('type', { enum: appTypes }).notNull(),
    /** Of the newest version, for searches. */
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category'),
    trust_tier: text('trust_tier', { enum: trustTiers }).notNull(),
    status: text('status', { enum: appStatuses }).notNull(),
    status_reason: text('status_reason'),
    notarization: jsonb('notarization').$type<Notarization>(),
    latest_version: text('latest_version').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type AppRow = typeof appsTable.$inferSelect;

/** Rows are written once. */
export const appVersionsTable = pgTable(
  'app_versions',
  {
    org_id: text('org_id').notNull(),
    app_id: text('app_id').notNull(),
    version: text('version').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    document: jsonb('document').$type<AppDocument>().notNull(),
    digest: text('digest').notNull(),
    signature: text('signature'),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.app_id, table.version] })],
);
export type AppVersionRow = typeof appVersionsTable.$inferSelect;

export const appCatalogMigrations: readonly Migration[] = [
  {
    id: '0075-app-catalog',
    sql: [
      `create table apps (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        skeleton text not null,
        type text not null,
        title text not null,
        description text not null,
        category text,
        trust_tier text not null,
        status text not null,
        status_reason text,
        notarization jsonb,
        latest_version text not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create unique index apps_by_skeleton on apps (org_id, skeleton)',
      `create table app_versions (
        org_id text not null,
        app_id text not null,
        version text not null,
        seq bigserial not null,
        document jsonb not null,
        digest text not null,
        signature text,
        created_at bigint not null,
        created_by text not null,
        primary key (org_id, app_id, version)
      )`,
      'create index app_versions_by_seq on app_versions (org_id, app_id, seq desc)',
    ],
  },
];
