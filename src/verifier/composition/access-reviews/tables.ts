/** Tables of access reviews: the definitions, their instances, and the decisions. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  applyResults,
  decisionValues,
  defaultDecisions,
  instanceStatuses,
  recommendations,
  reviewScopes,
  type subjectTypes,
} from '../../../contract/api/access-reviews/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const accessReviewsTable = pgTable(
  'access_reviews',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    scope: text('scope', { enum: reviewScopes }).notNull(),
    /** null: the whole organisation. */
    workspace_id: text('workspace_id'),
    reviewers: jsonb('reviewers').$type<readonly string[]>().notNull(),
    /** null: once. */
    recurrence_days: integer('recurrence_days'),
    duration_days: integer('duration_days').notNull(),
    default_decision: text('default_decision', { enum: defaultDecisions }).notNull(),
    auto_apply: boolean('auto_apply').notNull(),
    justification_required: boolean('justification_required').notNull(),
    ended_at: timeMs('ended_at'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export const accessReviewInstancesTable = pgTable(
  'access_review_instances',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    review_id: text('review_id').notNull(),
    status: text('status', { enum: instanceStatuses }).notNull(),
    start_at: timeMs('start_at').notNull(),
    started_at: timeMs('started_at'),
    due_at: timeMs('due_at'),
    completed_at: timeMs('completed_at'),
    completed_by: text('completed_by'),
    applied_at: timeMs('applied_at'),
    created_at: timeMs('created_at').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

/** The reviewed subject, as it was when the instance started. */
export interface ReviewedSubject {
  readonly type: (typeof subjectTypes)[number];
  readonly id: string;
  readonly name: string;
}

export const accessReviewDecisionsTable = pgTable(
  'access_review_decisions',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    review_id: text('review_id').notNull(),
    instance_id: text('instance_id').notNull(),
    principal: jsonb('principal').$type<ReviewedSubject>().notNull(),
    resource: jsonb('resource').$type<ReviewedSubject>().notNull(),
    /** Further facts of that time, for the reviewer. */
    facts: jsonb('facts').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The owners at that time. */
    owners: jsonb('owners').$type<readonly string[]>().notNull(),
    decision: text('decision', { enum: decisionValues }).notNull(),
    recommendation: text('recommendation', { enum: recommendations }).notNull(),
    justification: text('justification'),
    reviewed_by: text('reviewed_by'),
    reviewed_at: timeMs('reviewed_at'),
    apply_result: text('apply_result', { enum: applyResults }).notNull(),
    apply_detail: text('apply_detail'),
    applied_at: timeMs('applied_at'),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type AccessReviewRow = typeof accessReviewsTable.$inferSelect;
export type InstanceRow = typeof accessReviewInstancesTable.$inferSelect;
export type DecisionRow = typeof accessReviewDecisionsTable.$inferSelect;

export const accessReviewsMigrations: readonly Migration[] = [
  {
    id: '0058-access-reviews',
    sql: [
      `create table access_reviews (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        description text not null,
        scope text not null,
        workspace_id text,
        reviewers jsonb not null,
        recurrence_days integer,
        duration_days integer not null,
        default_decision text not null,
        auto_apply boolean not null,
        justification_required boolean not null,
        ended_at bigint,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index access_reviews_by_seq on access_reviews (org_id, seq desc)',
      `create table access_review_instances (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        review_id text not null,
        status text not null,
        start_at bigint not null,
        started_at bigint,
        due_at bigint,
        completed_at bigint,
        completed_by text,
        applied_at bigint,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index access_review_instances_by_review on access_review_instances (org_id, review_id, seq desc)',
      // The rows that the hourly run reads.
      `create index access_review_instances_open on access_review_instances (status, start_at) where status <> 'applied'`,
      `create table access_review_decisions (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        review_id text not null,
        instance_id text not null,
        principal jsonb not null,
        resource jsonb not null,
        facts jsonb not null,
        owners jsonb not null,
        decision text not null,
        recommendation text not null,
        justification text,
        reviewed_by text,
        reviewed_at bigint,
        apply_result text not null,
        apply_detail text,
        applied_at bigint,
        revision integer not null,
        primary key (org_id, id)
      )`,
      'create index access_review_decisions_by_instance on access_review_decisions (org_id, instance_id, seq desc)',
    ],
  },
];
