/** Table of the aliases of servers in tool catalogs: given once in an organisation, and never reused. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** Rows are permanent, even if nobody has the app any more: a policy that names an alias keeps its meaning. */
export const appAliasesTable = pgTable(
  'app_aliases',
  {
    org_id: text('org_id').notNull(),
    app_id: text('app_id').notNull(),
    /** Name of the server within its app. */
    server: text('server').notNull(),
    alias: text('alias').notNull(),
    /** The alias with lookalike characters made the same. */
    skeleton: text('skeleton').notNull(),
    created_at: timeMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.app_id, table.server] })],
);

export const agentToolsTables = [appAliasesTable];

export const agentToolsMigrations: readonly Migration[] = [
  {
    id: '0090-app-aliases',
    sql: [
      `create table app_aliases (
        org_id text not null,
        app_id text not null,
        server text not null,
        alias text not null,
        skeleton text not null,
        created_at bigint not null,
        primary key (org_id, app_id, server),
        check (alias ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$')
      )`,
      // Two aliases that can be confused are as bad as two equal ones.
      'create unique index app_aliases_once on app_aliases (org_id, skeleton)',
      'create unique index app_aliases_by_alias on app_aliases (org_id, alias)',
    ],
  },
];
