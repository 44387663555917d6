/** Tables of definitions: workflows, their saved graphs, and their history. */
import { bigserial, boolean, integer, jsonb, type PgTable, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import { type deploymentStates, workflowStatuses } from '../../../../contract/api/workflows/states.ts';
import type { Migration } from '../../../../platform/db/migrate.ts';
import { timeMs } from '../../../base/tenancy.ts';

/** The deployment that started last. */
export interface DeploymentRow {
  readonly id: string;
  readonly revision: number;
  readonly state: (typeof deploymentStates)[number];
  /** Milliseconds since the epoch. */
  readonly started_at: number;
  readonly stopped_at: number | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
}

export const workflowsTable = pgTable(
  'workflows',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    workspace_id: text('workspace_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** The agent for nodes that name none. */
    agent_id: text('agent_id'),
    status: text('status', { enum: workflowStatuses }).notNull(),
    draft_revision: integer('draft_revision').notNull(),
    graph_digest: text('graph_digest').notNull(),
    /** The revision that runs, or ran last. */
    deployed_revision: integer('deployed_revision'),
    /** The revision that is being deployed. */
    target_revision: integer('target_revision'),
    approval_id: text('approval_id'),
    deployment: jsonb('deployment').$type<DeploymentRow>(),
    /** True if the degraded state was reported. */
    is_told_degraded: boolean('is_told_degraded').notNull(),
    /** Author of the pending deployment or stop. */
    asked_by: text('asked_by').notNull(),
    /** Time at which work on it continues; null if nothing is pending. */
    next_at: timeMs('next_at'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type WorkflowRow = typeof workflowsTable.$inferSelect;

/** A saved graph. It never changes. */
export const workflowRevisionsTable = pgTable(
  'workflow_revisions',
  {
    org_id: text('org_id').notNull(),
    workflow_id: text('workflow_id').notNull(),
    revision: integer('revision').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    agent_id: text('agent_id'),
    graph: jsonb('graph').$type<Graph>().notNull(),
    graph_digest: text('graph_digest').notNull(),
    /** Agents that its nodes act as. */
    agents: jsonb('agents').$type<readonly string[]>().notNull(),
    /** Workflows nested in it. */
    workflows: jsonb('workflows').$type<readonly string[]>().notNull(),
    /** First time that it ran. A revision that ran is kept. */
    deployed_at: timeMs('deployed_at'),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.workflow_id, table.revision] })],
);
export type WorkflowRevisionRow = typeof workflowRevisionsTable.$inferSelect;

export const workflowChangesTable = pgTable('workflow_changes', {
  org_id: text('org_id').notNull(),
  workflow_id: text('workflow_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  action: text('action').notNull(),
  status: text('status', { enum: workflowStatuses }).notNull(),
  revision: integer('revision').notNull(),
  draft_revision: integer('draft_revision').notNull(),
  deployed_revision: integer('deployed_revision'),
  reason: text('reason'),
  changed_at: timeMs('changed_at').notNull(),
  changed_by: text('changed_by').notNull(),
});
export type WorkflowChangeRow = typeof workflowChangesTable.$inferSelect;

export const workflowDefinitionTables: readonly PgTable[] = [
  workflowsTable,
  workflowRevisionsTable,
  workflowChangesTable,
];

export const workflowDefinitionMigrations: readonly Migration[] = [
  {
    id: '0088-workflows',
    sql: [
      `create table workflows (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        workspace_id text not null,
        name text not null,
        description text not null,
        agent_id text,
        status text not null,
        draft_revision integer not null,
        graph_digest text not null,
        deployed_revision integer,
        target_revision integer,
        approval_id text,
        deployment jsonb,
        is_told_degraded boolean not null,
        asked_by text not null,
        next_at bigint,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id),
        check (status not in ('deploying') or target_revision is not null),
        check (target_revision is null or status in ('deploying', 'running')),
        check (status not in ('running', 'stopping') or deployed_revision is not null),
        check ((next_at is not null) = (target_revision is not null or status = 'stopping'))
      )`,
      'create index workflows_by_seq on workflows (org_id, seq desc)',
      'create index workflows_due on workflows (next_at) where next_at is not null',
      `create index workflows_running on workflows (org_id, id) where status = 'running'`,
      `create table workflow_revisions (
        org_id text not null,
        workflow_id text not null,
        revision integer not null,
        seq bigserial not null,
        agent_id text,
        graph jsonb not null,
        graph_digest text not null,
        agents jsonb not null,
        workflows jsonb not null,
        deployed_at bigint,
        created_at bigint not null,
        created_by text not null,
        primary key (org_id, workflow_id, revision)
      )`,
      `create table workflow_changes (
        org_id text not null,
        workflow_id text not null,
        seq bigserial primary key,
        action text not null,
        status text not null,
        revision integer not null,
        draft_revision integer not null,
        deployed_revision integer,
        reason text,
        changed_at bigint not null,
        changed_by text not null
      )`,
      'create index workflow_changes_by_workflow on workflow_changes (org_id, workflow_id, seq desc)',
    ],
  },
];
