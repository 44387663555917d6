/** Table of agents. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccessManifest } from '../../../contract/api/agents/manifest.ts';
import { agentKinds, agentStatuses, deploymentTypes, injectionMethods } from '../../../contract/api/agents/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

/** Ids of people, or of built-in operators. */
const principals = (name: string) => jsonb(name).$type<readonly string[]>().notNull();

export const agentsTable = pgTable(
  'agents',
  {
    ...tenancyColumns,
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    purpose: text('purpose').notNull(),
    kind: text('kind', { enum: agentKinds }).notNull(),
    framework: text('framework'),
    deployment_type: text('deployment_type', { enum: deploymentTypes }).notNull(),
    labels: jsonb('labels').$type<Readonly<Record<string, string>>>().notNull(),
    spiffe_id: text('spiffe_id').notNull(),
    client_id: text('client_id'),
    injection_method: text('injection_method', { enum: injectionMethods }).notNull(),
    access_manifest: jsonb('access_manifest').$type<AccessManifest>().notNull(),
    /** `owner_id` names the first. */
    owners: principals('owners'),
    editors: principals('editors'),
    viewers: principals('viewers'),
    sponsor_ids: principals('sponsor_ids'),
    model_id: text('model_id'),
    audit_mode: text('audit_mode', { enum: ['enforce', 'observe'] }).notNull(),
    audit_mode_until: timeMs('audit_mode_until'),
    audit_mode_reason: text('audit_mode_reason'),
    audit_mode_by: text('audit_mode_by'),
    status: text('status', { enum: agentStatuses }).notNull(),
    status_reason: text('status_reason'),
    status_changed_at: timeMs('status_changed_at'),
    status_changed_by: text('status_changed_by'),
    /** In every token of the agent: raising it revokes them. It never goes down, not even by a removal. */
    agent_epoch: integer('agent_epoch').notNull(),
    last_activity_at: timeMs('last_activity_at'),
    last_token_at: timeMs('last_token_at'),
    heartbeat_at: timeMs('heartbeat_at'),
    last_attested_at: timeMs('last_attested_at'),
    attestation_due_at: timeMs('attestation_due_at'),
    implicit: boolean('implicit').notNull(),
    /** True if strangers may read its passports by their ids. */
    public_passports: boolean('public_passports').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
    /** The row of a removed agent stays, so that neither its workspace nor its epoch is given again. */
    removed_at: timeMs('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type AgentRow = typeof agentsTable.$inferSelect;

export const agentsMigrations: readonly Migration[] = [
  {
    id: '0001-agents',
    sql: [
      `create table agents (
        org_id text not null,
        workspace_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        spiffe_id text not null,
        audit_mode text not null,
        status text not null,
        implicit boolean not null,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index agents_by_seq on agents (org_id, seq desc)',
    ],
  },
  {
    id: '0014-agents-public-passports',
    sql: [
      `alter table agents add column public_passports boolean not null default false,
        add column revision integer not null default 1`,
    ],
  },
  {
    id: '0044-agents-configuration',
    sql: [
      `alter table agents add column model_id text, add column audit_mode_until bigint,
        add column audit_mode_reason text, add column audit_mode_by text`,
      // The agents that an organisation's bundle lists, however many others evidence made known.
      'create index agents_registered on agents (org_id, id) where not implicit',
    ],
  },
  {
    id: '0055-agents-life',
    sql: [
      `alter table agents
        add column description text not null default '', add column purpose text not null default '',
        add column kind text not null default 'autonomous', add column framework text,
        add column deployment_type text not null default 'full', add column labels jsonb not null default '{}',
        add column client_id text, add column injection_method text not null default 'sidecar',
        add column access_manifest jsonb not null default
          '{"account_domains":[],"resources":[],"scopes":[],"max_delegation_depth":1,"max_token_ttl_s":300}',
        add column owners jsonb not null default '[]', add column editors jsonb not null default '[]',
        add column viewers jsonb not null default '[]', add column sponsor_ids jsonb not null default '[]',
        add column status_reason text, add column status_changed_at bigint, add column status_changed_by text,
        add column agent_epoch integer not null default 1,
        add column last_activity_at bigint, add column last_token_at bigint, add column heartbeat_at bigint,
        add column last_attested_at bigint, add column attestation_due_at bigint,
        add column created_by text not null default 'system', add column removed_at bigint`,
      // The person who registered an agent owns it; the program made an organisation's first agent.
      `update agents set created_by = coalesce(
          (select changed_by from control_changes
            where control_changes.org_id = agents.org_id and kind = 'agent' and subject_id = agents.id
              and action = 'created' order by control_changes.seq limit 1),
          case when org_id = 'default' then 'local' else 'operator' end)
        where not implicit`,
      'update agents set owners = jsonb_build_array(created_by), sponsor_ids = jsonb_build_array(created_by) where not implicit',
      // Trust domains of organisations (docs/decisions/0012), as in `trustDomainOf`.
      `update agents set spiffe_id = 'spiffe://' || lower(org_id) || '.' || substr(spiffe_id, 10) where org_id <> 'default'`,
      'create unique index agents_by_spiffe_id on agents (spiffe_id)',
      'create index agents_by_owner on agents using gin (owners jsonb_path_ops)',
      'create index agents_by_activity on agents (org_id, last_activity_at) where not implicit and removed_at is null',
    ],
  },
];
