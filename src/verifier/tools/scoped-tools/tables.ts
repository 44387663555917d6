/** Table of the rules on tools of agents. */
import { bigserial, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { toolModes } from '../../../contract/api/scoped-tools/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const scopedToolsTable = pgTable(
  'scoped_tools',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    scope_level: text('scope_level', { enum: ['org', 'workspace'] }).notNull(),
    scope_id: text('scope_id').notNull(),
    app_id: text('app_id').notNull(),
    server: text('server').notNull(),
    name: text('name').notNull(),
    mode: text('mode', { enum: toolModes }).notNull(),
    allow_override: boolean('allow_override').notNull(),
    reason: text('reason'),
    /** The author of its present content. */
    set_by: text('set_by').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ScopedToolRow = typeof scopedToolsTable.$inferSelect;

/** Organisations that have had their default rule: one that was removed is not made again. */
export const scopedToolDefaultsTable = pgTable('scoped_tool_defaults', {
  org_id: text('org_id').primaryKey(),
  made_at: timeMs('made_at').notNull(),
});

export const scopedToolsMigrations: readonly Migration[] = [
  {
    id: '0074-scoped-tools',
    sql: [
      `create table scoped_tools (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        scope_level text not null,
        scope_id text not null,
        app_id text not null,
        server text not null,
        name text not null,
        mode text not null,
        allow_override boolean not null,
        reason text,
        set_by text not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id),
        check (scope_level in ('org', 'workspace')),
        check (mode in ('available', 'required', 'blocked'))
      )`,
      // One rule for each pattern of a scope: with two, chance would decide which is effective.
      `create unique index scoped_tools_place on scoped_tools
        (org_id, scope_level, scope_id, app_id, server, name)`,
      'create index scoped_tools_by_seq on scoped_tools (org_id, seq desc)',
    ],
  },
  {
    id: '0114-scoped-tool-defaults',
    sql: [
      `create table scoped_tool_defaults (
        org_id text primary key,
        made_at bigint not null
      )`,
    ],
  },
];
