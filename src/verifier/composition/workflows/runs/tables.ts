/**
 * Tables of runs: their status, their lease, and the journal of steps. Values are stored as JSON text, so that a step reads the
 * same bytes after a crash.
 */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { runStatuses, stepStatuses } from '../../../../contract/api/workflows/states.ts';
import type { Migration } from '../../../../platform/db/migrate.ts';
import { timeMs } from '../../../base/tenancy.ts';
import type { StepError } from './engine.ts';

export interface RunError extends StepError {
  /** The step that failed; null if the failure is of no step. */
  readonly step_id: string | null;
  readonly node_id: string | null;
}

export const workflowRunsTable = pgTable(
  'workflow_runs',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    workflow_id: text('workflow_id').notNull(),
    workspace_id: text('workspace_id').notNull(),
    revision: integer('revision').notNull(),
    /** The agent of the workflow, which shows the run's events. */
    agent_id: text('agent_id'),
    status: text('status', { enum: runStatuses }).notNull(),
    /** JSON; null after removal. */
    input: text('input'),
    input_hash: text('input_hash').notNull(),
    output: text('output'),
    output_hash: text('output_hash'),
    error: jsonb('error').$type<RunError>(),
    trace_id: text('trace_id').notNull(),
    started_by: text('started_by').notNull(),
    parent_run_id: text('parent_run_id'),
    parent_step_id: text('parent_step_id'),
    /** Number of workflows around it. */
    depth: integer('depth').notNull(),
    cancelled_by: text('cancelled_by'),
    cancel_reason: text('cancel_reason'),
    /** The lease of its worker. A write counts only with this lease. */
    lease: text('lease'),
    lease_until: timeMs('lease_until'),
    attempts: integer('attempts').notNull(),
    /** Time of the next look; null if nothing is due. */
    next_at: timeMs('next_at'),
    worked_ms: timeMs('worked_ms').notNull(),
    created_at: timeMs('created_at').notNull(),
    begun_at: timeMs('begun_at'),
    updated_at: timeMs('updated_at').notNull(),
    ended_at: timeMs('ended_at'),
    payload_removed_at: timeMs('payload_removed_at'),
    /** True if it ended without success and may have left nested runs or approval requests. */
    has_left: boolean('has_left').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type WorkflowRunRow = typeof workflowRunsTable.$inferSelect;

export const workflowStepsTable = pgTable(
  'workflow_steps',
  {
    org_id: text('org_id').notNull(),
    run_id: text('run_id').notNull(),
    /** Node and turn: sorts in the order of the graph and of turns. */
    place: text('place').notNull(),
    id: text('id').notNull(),
    node_id: text('node_id').notNull(),
    node_type: text('node_type').notNull(),
    turn: jsonb('turn').$type<readonly number[]>().notNull(),
    status: text('status', { enum: stepStatuses }).notNull(),
    /** Number of earlier attempts. */
    attempt: integer('attempt').notNull(),
    failures: integer('failures').notNull(),
    crashes: integer('crashes').notNull(),
    is_repeatable: boolean('is_repeatable').notNull(),
    input_hash: text('input_hash'),
    output: text('output'),
    output_hash: text('output_hash'),
    port: text('port'),
    evidence_ids: jsonb('evidence_ids').$type<readonly string[]>().notNull(),
    waiting_for: text('waiting_for', { enum: ['approval', 'workflow', 'retry'] }),
    waiting_id: text('waiting_id'),
    waiting_until: timeMs('waiting_until'),
    error: jsonb('error').$type<StepError>(),
    resolved_by: text('resolved_by'),
    started_at: timeMs('started_at'),
    ended_at: timeMs('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.run_id, table.place] })],
);
export type StepRow = typeof workflowStepsTable.$inferSelect;

export const workflowRunTables = [workflowRunsTable, workflowStepsTable] as const;

export const workflowRunMigrations: readonly Migration[] = [
  {
    id: '0089-workflow-runs',
    sql: [
      `create table workflow_runs (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        workflow_id text not null,
        workspace_id text not null,
        revision integer not null,
        agent_id text,
        status text not null,
        input text,
        input_hash text not null,
        output text,
        output_hash text,
        error jsonb,
        trace_id text not null,
        started_by text not null,
        parent_run_id text,
        parent_step_id text,
        depth integer not null,
        cancelled_by text,
        cancel_reason text,
        lease text,
        lease_until bigint,
        attempts integer not null,
        next_at bigint,
        worked_ms bigint not null,
        created_at bigint not null,
        begun_at bigint,
        updated_at bigint not null,
        ended_at bigint,
        payload_removed_at bigint,
        primary key (org_id, id),
        check ((status in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null))
      )`,
      'create index workflow_runs_by_workflow on workflow_runs (org_id, workflow_id, seq desc)',
      'create index workflow_runs_due on workflow_runs (next_at) where next_at is not null',
      'create index workflow_runs_open on workflow_runs (org_id, workflow_id) where ended_at is null',
      'create index workflow_runs_ended on workflow_runs (ended_at) where ended_at is not null',
      // One nested run for each step, however often the step starts.
      `create unique index workflow_runs_by_step on workflow_runs (org_id, parent_step_id)
        where parent_step_id is not null`,
      `create index workflow_runs_by_parent on workflow_runs (org_id, parent_run_id) where parent_run_id is not null`,
      `create table workflow_steps (
        org_id text not null,
        run_id text not null,
        place text not null,
        id text not null,
        node_id text not null,
        node_type text not null,
        turn jsonb not null,
        status text not null,
        attempt integer not null,
        failures integer not null,
        crashes integer not null,
        is_repeatable boolean not null,
        input_hash text,
        output text,
        output_hash text,
        port text,
        evidence_ids jsonb not null,
        waiting_for text,
        waiting_id text,
        waiting_until bigint,
        error jsonb,
        resolved_by text,
        started_at bigint,
        ended_at bigint,
        primary key (org_id, run_id, place)
      )`,
      `create index workflow_steps_waiting on workflow_steps (org_id, waiting_id) where status = 'waiting'`,
    ],
  },
  {
    id: '0095-workflow-runs-left',
    sql: [
      'alter table workflow_runs add column has_left boolean not null default false',
      'create index workflow_runs_left on workflow_runs (ended_at) where has_left',
    ],
  },
];
