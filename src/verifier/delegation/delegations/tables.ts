/** Table of delegation grants: what a person allowed an agent to do for them. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { grantStatuses, revokeReasons } from '../../../contract/api/delegations/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export interface GrantConstraints {
  /** Names of the allowed tools; absent: all. */
  readonly tools?: readonly string[];
  /** Tokens that may be issued under it. */
  readonly max_uses?: number;
  /** Addresses or CIDR blocks that a token may be requested from. */
  readonly ip?: readonly string[];
}

export const delegationGrantsTable = pgTable(
  'delegation_grants',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    agent_id: text('agent_id').notNull(),
    subject_id: text('subject_id').notNull(),
    subject_issuer: text('subject_issuer').notNull(),
    account_domain: text('account_domain').notNull(),
    resources: jsonb('resources').$type<readonly string[]>().notNull(),
    scopes: jsonb('scopes').$type<readonly string[]>().notNull(),
    purpose: text('purpose').notNull(),
    constraints: jsonb('constraints').$type<GrantConstraints>().notNull(),
    status: text('status', { enum: grantStatuses }).notNull(),
    consent_request_id: text('consent_request_id').notNull(),
    granted_at: timeMs('granted_at').notNull(),
    granted_by: text('granted_by').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    revoked_at: timeMs('revoked_at'),
    revoked_by: text('revoked_by'),
    revoke_reason: text('revoke_reason', { enum: revokeReasons }),
    last_used_at: timeMs('last_used_at'),
    use_count: integer('use_count').notNull(),
    policy_version: text('policy_version').notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type DelegationGrantRow = typeof delegationGrantsTable.$inferSelect;

export const delegationsMigrations: readonly Migration[] = [
  {
    id: '0061-delegations',
    sql: [
      `create table delegation_grants (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        agent_id text not null,
        subject_id text not null,
        subject_issuer text not null,
        account_domain text not null,
        resources jsonb not null,
        scopes jsonb not null,
        purpose text not null,
        constraints jsonb not null,
        status text not null,
        consent_request_id text not null,
        granted_at bigint not null,
        granted_by text not null,
        expires_at bigint not null,
        revoked_at bigint,
        revoked_by text,
        revoke_reason text,
        last_used_at bigint,
        use_count integer not null,
        policy_version text not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id),
        unique (org_id, consent_request_id),
        check ((status = 'revoked') = (revoked_at is not null and revoke_reason is not null))
      )`,
      'create index delegation_grants_by_agent on delegation_grants (org_id, agent_id, seq desc)',
      'create index delegation_grants_by_subject on delegation_grants (org_id, subject_id, seq desc)',
      // The index of the token exchange.
      `create index delegation_grants_active on delegation_grants (org_id, subject_id, agent_id) where status = 'active'`,
      `create index delegation_grants_due on delegation_grants (expires_at) where status = 'active'`,
      'create index delegation_grants_ended on delegation_grants (org_id, revoked_at) where revoked_at is not null',
    ],
  },
];
