/** Table of the addresses that organisations may call besides public ones. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const outboundRulesTable = pgTable('outbound_rules', {
  org_id: text('org_id').primaryKey(),
  /** Hosts, addresses and blocks, as they were written. */
  allow: jsonb('allow').$type<readonly string[]>().notNull(),
  revision: integer('revision').notNull(),
  updated_at: timeMs('updated_at').notNull(),
  updated_by: text('updated_by').notNull(),
});

export type OutboundRulesRow = typeof outboundRulesTable.$inferSelect;

export const outboundMigrations: readonly Migration[] = [
  {
    id: '0071-outbound',
    sql: [
      `create table outbound_rules (
        org_id text primary key,
        allow jsonb not null,
        revision integer not null,
        updated_at bigint not null,
        updated_by text not null
      )`,
    ],
  },
];
