/** Tables of the model registry: models, versions, their files, findings, and pending alias moves. */
import { bigserial, integer, jsonb, type PgTable, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ApprovalNote, Evaluation, Finding, RunCheck } from '../../../contract/api/models/shapes.ts';
import {
  fileStates,
  reviews,
  runKinds,
  runStatuses,
  verdicts,
  versionKinds,
  versionStatuses,
} from '../../../contract/api/models/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export interface StoredSignature {
  readonly publisher_id: string;
  readonly kid: string;
  readonly jws: string;
}

export const modelsTable = pgTable(
  'registered_models',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    workspace_id: text('workspace_id'),
    tags: jsonb('tags').$type<Readonly<Record<string, string>>>().notNull(),
    aliases: jsonb('aliases').$type<Readonly<Record<string, number>>>().notNull(),
    protected_aliases: jsonb('protected_aliases').$type<readonly string[]>().notNull(),
    last_version: integer('last_version').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ModelRow = typeof modelsTable.$inferSelect;

export const modelVersionsTable = pgTable(
  'model_versions',
  {
    org_id: text('org_id').notNull(),
    model_id: text('model_id').notNull(),
    version: integer('version').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: versionKinds }).notNull(),
    status: text('status', { enum: versionStatuses }).notNull(),
    review: text('review', { enum: reviews }).notNull(),
    review_reason: text('review_reason'),
    model_hash: text('model_hash').notNull(),
    format: text('format'),
    provider: text('provider'),
    hosted_model_id: text('hosted_model_id'),
    provenance: jsonb('provenance').$type<Readonly<Record<string, string>>>().notNull(),
    license: text('license'),
    evaluations: jsonb('evaluations').$type<readonly Evaluation[]>().notNull(),
    approvals: jsonb('approvals').$type<readonly ApprovalNote[]>().notNull(),
    signature: jsonb('signature').$type<StoredSignature>(),
    verdict: text('verdict', { enum: verdicts }).notNull(),
    verified_at: timeMs('verified_at'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.model_id, table.version] })],
);
export type VersionRow = typeof modelVersionsTable.$inferSelect;

export const modelFilesTable = pgTable(
  'model_version_files',
  {
    org_id: text('org_id').notNull(),
    model_id: text('model_id').notNull(),
    version: integer('version').notNull(),
    path: text('path').notNull(),
    /** Bytes; can exceed an `integer` of the database. */
    size: timeMs('size').notNull(),
    sha256: text('sha256').notNull(),
    state: text('state', { enum: fileStates }).notNull(),
    format: text('format'),
    findings: jsonb('findings').$type<readonly Finding[]>().notNull(),
    seen_at: timeMs('seen_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.model_id, table.version, table.path] })],
);
export type FileRow = typeof modelFilesTable.$inferSelect;

/** Served names of a model (version null) or of one version of it. */
export const servedNamesTable = pgTable(
  'model_served_names',
  {
    org_id: text('org_id').notNull(),
    name: text('name').notNull(),
    model_id: text('model_id').notNull(),
    version: integer('version'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.name] })],
);
export type ServedNameRow = typeof servedNamesTable.$inferSelect;

export const modelRunsTable = pgTable(
  'model_verifications',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    model_id: text('model_id').notNull(),
    version: integer('version').notNull(),
    kind: text('kind', { enum: runKinds }).notNull(),
    status: text('status', { enum: runStatuses }).notNull(),
    checks: jsonb('checks').$type<readonly RunCheck[]>().notNull(),
    started_at: timeMs('started_at').notNull(),
    started_by: text('started_by').notNull(),
    ended_at: timeMs('ended_at'),
    /** Time until which its process holds the lease. */
    lease_until: timeMs('lease_until'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ModelRunRow = typeof modelRunsTable.$inferSelect;

/** Moves of protected aliases that wait for a decision. Each is carried out at most once. */
export const aliasMovesTable = pgTable(
  'model_alias_moves',
  {
    org_id: text('org_id').notNull(),
    model_id: text('model_id').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    approval_id: text('approval_id').notNull(),
    asked_by: text('asked_by').notNull(),
    asked_at: timeMs('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.model_id, table.name] })],
);
export type AliasMoveRow = typeof aliasMovesTable.$inferSelect;

export const modelRegistryTables: readonly PgTable[] = [
  ...[modelsTable, modelVersionsTable, modelFilesTable, servedNamesTable, modelRunsTable, aliasMovesTable],
];

export const modelRegistryMigrations: readonly Migration[] = [
  {
    id: '0087-model-registry',
    sql: [
      `create table registered_models (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        description text not null,
        workspace_id text,
        tags jsonb not null,
        aliases jsonb not null,
        protected_aliases jsonb not null,
        last_version integer not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create unique index registered_models_by_name on registered_models (org_id, lower(name))',
      'create index registered_models_by_seq on registered_models (org_id, seq desc)',
      `create table model_versions (
        org_id text not null,
        model_id text not null,
        version integer not null,
        seq bigserial not null,
        kind text not null,
        status text not null,
        review text not null,
        review_reason text,
        model_hash text not null,
        format text,
        provider text,
        hosted_model_id text,
        provenance jsonb not null,
        license text,
        evaluations jsonb not null,
        approvals jsonb not null,
        signature jsonb,
        verdict text not null,
        verified_at bigint,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, model_id, version),
        check ((kind = 'hosted') = (hosted_model_id is not null)),
        check (status <> 'ready' or verdict <> 'unsafe')
      )`,
      `create table model_version_files (
        org_id text not null,
        model_id text not null,
        version integer not null,
        path text not null,
        size bigint not null,
        sha256 text not null,
        state text not null,
        format text,
        findings jsonb not null,
        seen_at bigint,
        primary key (org_id, model_id, version, path)
      )`,
      `create table model_served_names (
        org_id text not null,
        name text not null,
        model_id text not null,
        version integer,
        primary key (org_id, name)
      )`,
      'create index model_served_names_by_model on model_served_names (org_id, model_id)',
      `create table model_verifications (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        model_id text not null,
        version integer not null,
        kind text not null,
        status text not null,
        checks jsonb not null,
        started_at bigint not null,
        started_by text not null,
        ended_at bigint,
        lease_until bigint,
        primary key (org_id, id)
      )`,
      'create index model_verifications_by_version on model_verifications (org_id, model_id, version, seq desc)',
      `create index model_verifications_running on model_verifications (lease_until) where status = 'running'`,
      `create table model_alias_moves (
        org_id text not null,
        model_id text not null,
        name text not null,
        version integer not null,
        approval_id text not null,
        asked_by text not null,
        asked_at bigint not null,
        primary key (org_id, model_id, name)
      )`,
    ],
  },
];
