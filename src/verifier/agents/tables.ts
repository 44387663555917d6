/** Table of agents. */
import { bigserial, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../tenancy.ts';

export const agentsTable = pgTable(
  'agents',
  {
    ...tenancyColumns,
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    spiffe_id: text('spiffe_id').notNull(),
    model_id: text('model_id'),
    audit_mode: text('audit_mode', { enum: ['enforce', 'observe'] }).notNull(),
    audit_mode_until: timeMs('audit_mode_until'),
    audit_mode_reason: text('audit_mode_reason'),
    audit_mode_by: text('audit_mode_by'),
    status: text('status', { enum: ['active'] }).notNull(),
    implicit: boolean('implicit').notNull(),
    /** Whether strangers may read its passports by their ids. */
    public_passports: boolean('public_passports').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type AgentRow = typeof agentsTable.$inferSelect;

export const agentsMigrations: readonly Migration[] = [
  {
    id: '0001-agents',
    sql: [
      `create table agents (
        org_id text not null,
        workspace_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        spiffe_id text not null,
        audit_mode text not null,
        status text not null,
        implicit boolean not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index agents_by_seq on agents (org_id, seq desc)',
    ],
  },
  {
    id: '0014-agents-public-passports',
    sql: [
      `alter table agents add column public_passports boolean not null default false,
        add column revision integer not null default 1`,
    ],
  },
  {
    id: '0044-agents-configuration',
    sql: [
      `alter table agents add column model_id text, add column audit_mode_until bigint,
        add column audit_mode_reason text, add column audit_mode_by text`,
      // What a bundle of an organisation lists, however many agents evidence alone made known.
      'create index agents_registered on agents (org_id, id) where not implicit',
    ],
  },
];
