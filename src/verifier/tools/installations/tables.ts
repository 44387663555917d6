/** Tables of installed apps: the state of each installation, and the history of its server's tools. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { InstallationConfig } from '../../../contract/api/installations/shapes.ts';
import type { InstallStep } from '../../../contract/api/installations/states.ts';
import { installationStatuses } from '../../../contract/api/installations/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import type { ToolDefinition } from '../../../platform/tools/definition.ts';
import { timeMs } from '../../base/tenancy.ts';
import type { ClientRegistration } from '../foreign-oauth/ports.ts';
import type { KnownTool } from './ports.ts';

/** The authentication that the app requires, as far as it is known. */
export interface InstallationAuth {
  readonly required: boolean;
  readonly type: string | null;
  readonly resource: string | null;
  readonly issuer: string | null;
  readonly registration: ClientRegistration | null;
  readonly client_id: string | null;
  /** Row of `foreign_clients`. */
  readonly foreign_client_id: string | null;
  readonly scopes: readonly string[];
  /** The credential that it uses or waits for. */
  readonly credential_id: string | null;
  readonly credential_source: string | null;
  /** Where a person's secret goes: the header of a remote, or the variable of a local server. */
  readonly secret_in?: SecretPlaceOfApp | null;
  /** The person who installed it chose the host: credentials shared for a whole service do not apply. */
  readonly is_host_chosen?: boolean;
  /** How often its server demanded more scopes. */
  readonly step_ups?: number;
}

export interface SecretPlaceOfApp {
  readonly header?: string;
  readonly prefix?: string;
  readonly environment_variable?: string;
}

export interface InstallationError {
  readonly step: InstallStep;
  readonly code: string;
  readonly retryable: boolean;
  /** In our own words; contains no upstream text. */
  readonly detail: string;
}

export const installationsTable = pgTable(
  'installations',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    app_id: text('app_id').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    /** Version in use. */
    version: text('version').notNull(),
    /** Version that an update goes to. */
    target_version: text('target_version'),
    target_config: jsonb('target_config').$type<InstallationConfig>(),
    service: text('service').notNull(),
    agent_id: text('agent_id').notNull(),
    workspace_id: text('workspace_id').notNull(),
    /** The person whose own credential it waits for in delegated use; null: the agent's, or a shared one. */
    connect_user_id: text('connect_user_id'),
    status: text('status', { enum: installationStatuses }).notNull(),
    config: jsonb('config').$type<InstallationConfig>().notNull(),
    auth: jsonb('auth').$type<InstallationAuth>().notNull(),
    approval_id: text('approval_id'),
    error: jsonb('error').$type<InstallationError>(),
    /** State that a retry resumes at; null unless failed. */
    resume_at: text('resume_at', { enum: installationStatuses }),
    /** Tools that are approved and present, without their schemas, for lists. */
    tools: jsonb('tools').$type<readonly KnownTool[]>().notNull(),
    /** Snapshot that was approved: by installing, or by a person later. */
    tools_snapshot_hash: text('tools_snapshot_hash'),
    /** Snapshot that was seen last. */
    tools_present_hash: text('tools_present_hash'),
    tools_checked_at: timeMs('tools_checked_at'),
    is_quarantined: boolean('is_quarantined').notNull(),
    quarantined_at: timeMs('quarantined_at'),
    quarantine_reason: text('quarantine_reason'),
    /** The person or rule that requested the present work: to install, update or remove. */
    asked_by: text('asked_by').notNull(),
    /** When it is due next; null: there is nothing to do. */
    next_at: timeMs('next_at'),
    /** The process that works on it, and the end of its lease. */
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    /** How often work on this state was begun. */
    attempts: integer('attempts').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
    installed_at: timeMs('installed_at'),
    removed_at: timeMs('removed_at'),
    removed_by: text('removed_by'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type InstallationRow = typeof installationsTable.$inferSelect;

/** What a gateway found in a definition, by its hash. */
export interface FoundInTool {
  readonly server: string;
  readonly tool: string;
  readonly hash: string;
  readonly reasons: readonly string[];
  readonly seen_by: string;
  /** Who permitted this exact definition to be shown, and why; absent: nobody. */
  readonly allowed?: { readonly by: string; readonly at: number; readonly reason: string };
}

/** All definitions that a server showed at one time. An approver sees the difference of two snapshots. */
export const toolSnapshotsTable = pgTable(
  'tool_snapshots',
  {
    org_id: text('org_id').notNull(),
    installation_id: text('installation_id').notNull(),
    hash: text('hash').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    definitions: jsonb('definitions').$type<readonly ToolDefinition[]>().notNull(),
    findings: jsonb('findings').$type<readonly FoundInTool[]>().notNull(),
    /** `verifier`, or the gateway that reported it. */
    seen_by: text('seen_by').notNull(),
    seen_at: timeMs('seen_at').notNull(),
    approved_at: timeMs('approved_at'),
    approved_by: text('approved_by'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.installation_id, table.hash] })],
);
export type ToolSnapshotRow = typeof toolSnapshotsTable.$inferSelect;

export const installationsMigrations: readonly Migration[] = [
  {
    id: '0076-installations',
    sql: [
      `create table installations (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        app_id text not null,
        name text not null,
        title text not null,
        version text not null,
        target_version text,
        target_config jsonb,
        service text not null,
        agent_id text not null,
        workspace_id text not null,
        connect_user_id text,
        status text not null,
        config jsonb not null,
        auth jsonb not null,
        approval_id text,
        error jsonb,
        resume_at text,
        tools jsonb not null,
        tools_snapshot_hash text,
        tools_present_hash text,
        tools_checked_at bigint,
        is_quarantined boolean not null,
        quarantined_at bigint,
        quarantine_reason text,
        asked_by text not null,
        next_at bigint,
        lease_by text,
        lease_until bigint,
        attempts integer not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        installed_at bigint,
        removed_at bigint,
        removed_by text,
        primary key (org_id, id),
        check ((status = 'removed') = (removed_at is not null)),
        check ((status = 'failed') = (resume_at is not null)),
        check ((status = 'updating') = (target_version is not null)),
        check (is_quarantined = (quarantined_at is not null))
      )`,
      // An agent has an app once.
      `create unique index installations_once on installations (org_id, agent_id, app_id) where status <> 'removed'`,
      'create index installations_by_seq on installations (org_id, seq desc)',
      'create index installations_by_app on installations (org_id, app_id, seq desc)',
      'create index installations_due on installations (next_at) where next_at is not null',
      `create table tool_snapshots (
        org_id text not null,
        installation_id text not null,
        hash text not null,
        seq bigserial not null,
        definitions jsonb not null,
        seen_by text not null,
        seen_at bigint not null,
        approved_at bigint,
        approved_by text,
        primary key (org_id, installation_id, hash)
      )`,
    ],
  },
  {
    id: '0091-tool-findings',
    sql: [`alter table tool_snapshots add column findings jsonb not null default '[]'::jsonb`],
  },
  {
    // Auditors and runtimes that were installed before installing one had an effect: a retry gives them theirs.
    id: '0111-apps-without-effect',
    sql: [
      `update installations set status = 'failed', resume_at = 'discovering', next_at = null, revision = revision + 1,
        error = '{"step":"discovery","code":"had_no_effect","retryable":true,"detail":"installing apps of this type had no effect when it was installed: try again"}'::jsonb
        where status = 'installed' and exists (select 1 from apps
          where apps.org_id = installations.org_id and apps.id = installations.app_id and apps.type in ('auditor', 'runtime'))`,
      `update installations set status = 'failed', resume_at = 'discovering', next_at = null, revision = revision + 1,
        error = '{"step":"discovery","code":"had_no_effect","retryable":true,"detail":"installing apps of this type had no effect when it was installed: try again"}'::jsonb
        where status = 'installed' and name like 'dev.assay/%'`,
    ],
  },
];
