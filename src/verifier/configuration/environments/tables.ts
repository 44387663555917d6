/** Table of environments: the VendorEnvironment documents that were applied. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { deploymentTypes } from '../../../contract/api/agents/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

export const environmentsTable = pgTable(
  'environments',
  {
    ...tenancyColumns,
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    deployment_type: text('deployment_type', { enum: deploymentTypes }).notNull(),
    /** Ids of its agents, sorted. Their models are the agents' own, so that there is one truth. */
    agents: jsonb('agents').$type<readonly string[]>().notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type EnvironmentRow = typeof environmentsTable.$inferSelect;

export const environmentsMigrations: readonly Migration[] = [
  {
    id: '0105-environments',
    sql: [
      `create table environments (
        org_id text not null,
        workspace_id text not null,
        id text not null,
        seq bigserial not null,
        deployment_type text not null,
        agents jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index environments_by_seq on environments (org_id, seq desc)',
    ],
  },
];
