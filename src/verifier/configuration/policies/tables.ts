/** Tables of policies: heads with immutable versions, and the replays of policies over stored Evidence. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PolicyProblem } from '../../../contract/api/policies/shapes.ts';
import { scopeLevels } from '../../../contract/control/scope.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** Origin of a record. */
export const policyOrigins = ['person', 'preset', 'default', 'file'] as const;
export type PolicyOriginWord = (typeof policyOrigins)[number];

export const policiesTable = pgTable(
  'policies',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    scope_level: text('scope_level', { enum: scopeLevels }).notNull(),
    scope_id: text('scope_id').notNull(),
    /** Unique in its scope, among removed ones too: a record made again continues its version numbers. */
    name: text('name').notNull(),
    description: text('description').notNull(),
    origin: text('origin', { enum: policyOrigins }).notNull(),
    /** Newest version. */
    version: integer('version').notNull(),
    active_version: integer('active_version'),
    shadow_version: integer('shadow_version'),
    /** The active version before the present one. */
    previous_version: integer('previous_version'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
    removed_at: timeMs('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export const policyVersionsTable = pgTable(
  'policy_versions',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    version: integer('version').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    text: text('text').notNull(),
    sha256: text('sha256').notNull(),
    /** Problems that prevented its activation when it was saved. */
    problems: jsonb('problems').$type<PolicyProblem[]>().notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id, table.version] })],
);

export type PolicyRow = typeof policiesTable.$inferSelect;
export type PolicyVersionRow = typeof policyVersionsTable.$inferSelect;

export const policiesMigrations: readonly Migration[] = [
  {
    id: '0045-policies',
    sql: [
      `create table policies (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        scope_level text not null,
        scope_id text not null,
        name text not null,
        description text not null,
        origin text not null,
        version integer not null,
        active_version integer,
        shadow_version integer,
        previous_version integer,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        removed_at bigint,
        primary key (org_id, id),
        unique (org_id, scope_level, scope_id, name)
      )`,
      'create index policies_by_seq on policies (org_id, seq desc)',
      `create index policies_in_force on policies (org_id)
        where removed_at is null and (active_version is not null or shadow_version is not null)`,
      `create table policy_versions (
        org_id text not null,
        id text not null,
        version integer not null,
        seq bigserial not null,
        text text not null,
        sha256 text not null,
        problems jsonb not null,
        created_at bigint not null,
        created_by text not null,
        reason text,
        primary key (org_id, id, version)
      )`,
    ],
  },
];
