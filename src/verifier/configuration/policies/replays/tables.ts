/** Table of replays: request, progress and result. */
import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ReplayResult } from '../../../../contract/api/policies/replay-shapes.ts';
import { scopeLevels } from '../../../../contract/control/scope.ts';
import type { Migration } from '../../../../platform/db/migrate.ts';
import { timeMs } from '../../../base/tenancy.ts';

export const replayStatuses = ['running', 'done', 'cancelled', 'failed'] as const;

export const policyReplaysTable = pgTable(
  'policy_replays',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    policy_id: text('policy_id').notNull(),
    /** Null if the request carried a text. */
    policy_version: integer('policy_version'),
    text_sha256: text('text_sha256').notNull(),
    scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
    scope_id: text('scope_id').notNull(),
    from_time: timeMs('from_time').notNull(),
    to_time: timeMs('to_time').notNull(),
    workspace_id: text('workspace_id'),
    agent_id: text('agent_id'),
    max_evidence: integer('max_evidence').notNull(),
    status: text('status', { enum: replayStatuses }).notNull(),
    error: text('error'),
    done: bigint('done', { mode: 'number' }).notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    result: jsonb('result').$type<ReplayResult>(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    /** Last progress update of its process. */
    seen_at: timeMs('seen_at').notNull(),
    finished_at: timeMs('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type ReplayRow = typeof policyReplaysTable.$inferSelect;

export const policyReplaysMigrations: readonly Migration[] = [
  {
    id: '0046-policy-replays',
    sql: [
      `create table policy_replays (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        policy_id text not null,
        policy_version integer,
        text_sha256 text not null,
        scope_level text not null,
        scope_id text not null,
        from_time bigint not null,
        to_time bigint not null,
        workspace_id text,
        agent_id text,
        max_evidence integer not null,
        status text not null,
        error text,
        done bigint not null,
        total bigint not null,
        result jsonb,
        created_at bigint not null,
        created_by text not null,
        seen_at bigint not null,
        finished_at bigint,
        primary key (org_id, id)
      )`,
      'create index policy_replays_by_policy on policy_replays (org_id, policy_id, seq desc)',
      // Evidence arrives nearly in the order of its time, so a block range index costs ingest almost nothing.
      'create index evidence_by_time on evidence using brin (generated_at)',
    ],
  },
];
