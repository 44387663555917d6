/** Tables of lifecycle policies, the problems they found, and the hourly run. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Enforcement } from '../../../contract/api/lifecycle/rules.ts';
import { ruleTypes } from '../../../contract/api/lifecycle/states.ts';
import { scopeLevels } from '../../../contract/control/scope.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';
import type { Rule } from './rules.ts';

export const lifecyclePoliciesTable = pgTable(
  'lifecycle_policies',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    priority: integer('priority').notNull(),
    scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
    scope_id: text('scope_id').notNull(),
    labels: jsonb('labels').$type<Readonly<Record<string, string>>>().notNull(),
    rules: jsonb('rules').$type<readonly Rule[]>().notNull(),
    enforcement: jsonb('enforcement').$type<Enforcement>().notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

/** Existing problems; the audit log has the former ones. */
export const lifecycleIssuesTable = pgTable(
  'lifecycle_issues',
  {
    org_id: text('org_id').notNull(),
    agent_id: text('agent_id').notNull(),
    rule: text('rule', { enum: ruleTypes }).notNull(),
    /** The policy that found it; null for the defaults. */
    policy_id: text('policy_id'),
    since: timeMs('since').notNull(),
    reason: text('reason').notNull(),
    warned_at: timeMs('warned_at').notNull(),
    enforced_at: timeMs('enforced_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.agent_id, table.rule] })],
);

export type LifecyclePolicyRow = typeof lifecyclePoliciesTable.$inferSelect;
export type LifecycleIssueRow = typeof lifecycleIssuesTable.$inferSelect;

export const lifecycleMigrations: readonly Migration[] = [
  {
    id: '0057-lifecycle',
    sql: [
      `create table lifecycle_policies (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        priority integer not null,
        scope_level text not null,
        scope_id text not null,
        labels jsonb not null,
        rules jsonb not null,
        enforcement jsonb not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create unique index lifecycle_policies_by_priority on lifecycle_policies (org_id, priority)',
      `create table lifecycle_issues (
        org_id text not null,
        agent_id text not null,
        rule text not null,
        policy_id text,
        since bigint not null,
        reason text not null,
        warned_at bigint not null,
        enforced_at bigint,
        primary key (org_id, agent_id, rule)
      )`,
      'create table scheduled_runs (name text primary key, started_at bigint not null)',
    ],
  },
];
