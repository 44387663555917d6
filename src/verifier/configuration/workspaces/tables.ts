/** Tables of organisations and their workspaces. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { modelUses, type ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

const common = {
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  /** Configures the auditors; missing members are inherited. */
  chain: jsonb('chain').$type<ScopeChain>().notNull(),
  revision: integer('revision').notNull(),
  created_at: timeMs('created_at').notNull(),
  created_by: text('created_by').notNull(),
  updated_at: timeMs('updated_at').notNull(),
};

export const organizationsTable = pgTable('organizations', {
  id: text('id').primaryKey(),
  ...common,
  /** Whether a second person has to approve the registration of an agent. */
  agent_approval: boolean('agent_approval').notNull(),
  /** Whether a second person has to approve the deployment of a workflow. */
  workflow_approval: boolean('workflow_approval').notNull(),
  /** Models that its gateways let through: all, registered ones, or approved ones. */
  model_use: text('model_use', { enum: modelUses }).notNull(),
});

export const workspacesTable = pgTable(
  'workspaces',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    ...common,
    /** Whether events of its agents may contain text values of claims, and previews. */
    console_values: boolean('console_values').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type OrganizationRow = typeof organizationsTable.$inferSelect;
export type WorkspaceRow = typeof workspacesTable.$inferSelect;

export const workspacesMigrations: readonly Migration[] = [
  {
    id: '0041-organizations-workspaces',
    sql: [
      `create table organizations (
        id text primary key,
        seq bigserial not null,
        name text not null,
        description text not null,
        chain jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null
      )`,
      `create table workspaces (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        description text not null,
        chain jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index workspaces_by_seq on workspaces (org_id, seq desc)',
      // Creates the workspaces that existing agents belong to.
      `insert into workspaces (org_id, id, name, description, chain, revision, created_at, created_by, updated_at)
        select org_id, workspace_id, workspace_id, '', '{}'::jsonb, 1, min(created_at), 'migration', min(created_at)
        from agents group by org_id, workspace_id`,
    ],
  },
  {
    id: '0055-organizations-identity',
    sql: [
      'alter table organizations add column agent_approval boolean not null default false',
      // Trust domains are lower case: two organisations must not share one (decisions/0012).
      'create unique index organizations_by_lower_id on organizations (lower(id))',
    ],
  },
  {
    id: '0080-organizations-composing',
    sql: [
      `alter table organizations add column workflow_approval boolean not null default false,
        add column model_use text not null default 'any'`,
      'alter table workspaces add column console_values boolean not null default false',
    ],
  },
];
