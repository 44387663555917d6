/** Tables of scoped credentials: metadata only. The secrets are in the vault under (`scoped_credentials`, id, version). */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  authTypes,
  credentialStatuses,
  type injectionMethods,
  sharingModes,
} from '../../../contract/api/scoped-credentials/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** How a credential is injected into a call. */
export interface Injection {
  readonly method: (typeof injectionMethods)[number];
  /** Lower case; `authorization` if absent. */
  readonly header?: string;
  /** Text before the secret; `Bearer ` for `authorization` if absent, else nothing. */
  readonly prefix?: string;
}

/** What is needed besides secrets to use one. */
export interface CredentialConfig {
  /** For `basic`. */
  readonly username?: string;
  /** Our client at the authorization server, for `client_credentials` and `token_exchange`. */
  readonly client_id?: string;
  readonly client_auth?: 'client_secret_basic' | 'client_secret_post' | 'none';
  /** PEM of the certificate (public), for `mtls`. */
  readonly certificate?: string;
  /** Name of the environment variable of a local server that takes the secret. */
  readonly environment_variable?: string;
}

export interface Rotation {
  /** Days until a rotation is due; absent: never due. */
  readonly every_days?: number;
  /** How long the old secret stays valid after a rotation; a day if absent. */
  readonly overlap_seconds?: number;
  readonly next_at: number | null;
  /** End of version n−1's validity; null outside of a rotation. */
  readonly overlap_until: number | null;
  /** Number of the previous version, if token fetches made versions in between (`client_credentials`); else version − 1. */
  readonly previous_version?: number;
}

export const scopedCredentialsTable = pgTable(
  'scoped_credentials',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    scope_level: text('scope_level', { enum: ['org', 'workspace'] }).notNull(),
    scope_id: text('scope_id').notNull(),
    service: text('service').notNull(),
    /** Its RFC 9728 resource identifier; null: any resource of the service. */
    resource: text('resource'),
    issuer: text('issuer'),
    auth_type: text('auth_type', { enum: authTypes }).notNull(),
    sharing_mode: text('sharing_mode', { enum: sharingModes }).notNull(),
    injection: jsonb('injection').$type<Injection>().notNull(),
    config: jsonb('config').$type<CredentialConfig>().notNull(),
    agent_id: text('agent_id'),
    user_id: text('user_id'),
    /** Row of `foreign_clients`. */
    foreign_client_id: text('foreign_client_id'),
    requested_scopes: jsonb('requested_scopes').$type<readonly string[]>().notNull(),
    granted_scopes: jsonb('granted_scopes').$type<readonly string[]>().notNull(),
    upstream_account: text('upstream_account'),
    /** The person who connected it: probably the owner of the upstream account. */
    connected_by: text('connected_by'),
    allow_in_delegation: boolean('allow_in_delegation').notNull(),
    status: text('status', { enum: credentialStatuses }).notNull(),
    status_reason: text('status_reason'),
    expires_at: timeMs('expires_at'),
    last_used_at: timeMs('last_used_at'),
    last_refreshed_at: timeMs('last_refreshed_at'),
    refresh_failures: integer('refresh_failures').notNull(),
    rotation: jsonb('rotation').$type<Rotation>().notNull(),
    /** Version of the secret; 0 before there is one. */
    version: integer('version').notNull(),
    /** 16 hex digits that tell two secrets apart and reveal neither: random for secrets of people, a hash for tokens. */
    fingerprint: text('fingerprint'),
    /** The process that refreshes it now, and the end of its lease. */
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
    revoked_at: timeMs('revoked_at'),
    revoked_by: text('revoked_by'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ScopedCredentialRow = typeof scopedCredentialsTable.$inferSelect;

/** Links to connect, valid 10 minutes; `state` of the code flow is single use. */
export const credentialConnectsTable = pgTable(
  'credential_connects',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    credential_id: text('credential_id').notNull(),
    /** SHA-256 of the ticket in the link. */
    ticket_digest: text('ticket_digest').notNull(),
    /** SHA-256 of `state` and of the browser's cookie, once the person went to the authorization server. */
    state_digest: text('state_digest'),
    /** Digest of what the person agreed to: a credential that changed meanwhile is not connected. */
    terms_digest: text('terms_digest'),
    /** The person who began the sign-in; only that person can finish it. */
    user_id: text('user_id'),
    issuer: text('issuer'),
    resource: text('resource'),
    foreign_client_id: text('foreign_client_id'),
    scopes: jsonb('scopes').$type<readonly string[]>().notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    used_at: timeMs('used_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type CredentialConnectRow = typeof credentialConnectsTable.$inferSelect;

export const scopedCredentialsMigrations: readonly Migration[] = [
  {
    id: '0073-scoped-credentials',
    sql: [
      `create table scoped_credentials (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        scope_level text not null,
        scope_id text not null,
        service text not null,
        resource text,
        issuer text,
        auth_type text not null,
        sharing_mode text not null,
        injection jsonb not null,
        config jsonb not null,
        agent_id text,
        user_id text,
        foreign_client_id text,
        requested_scopes jsonb not null,
        granted_scopes jsonb not null,
        upstream_account text,
        connected_by text,
        allow_in_delegation boolean not null,
        status text not null,
        status_reason text,
        expires_at bigint,
        last_used_at bigint,
        last_refreshed_at bigint,
        refresh_failures integer not null,
        rotation jsonb not null,
        version integer not null,
        fingerprint text,
        lease_by text,
        lease_until bigint,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        revoked_at bigint,
        revoked_by text,
        primary key (org_id, id),
        check ((status = 'revoked') = (revoked_at is not null)),
        check (scope_level in ('org', 'workspace')),
        check (user_id is null or agent_id is not null)
      )`,
      // One living credential per place: with two, chance would decide which is used. The column order fits the queries: for
      // a service with thousands of own credentials, a query reads only the shared ones and its own.
      `create unique index scoped_credentials_place on scoped_credentials
        (org_id, service, coalesce(agent_id, ''), coalesce(user_id, ''), scope_level, scope_id, coalesce(resource, ''))
        where status <> 'revoked'`,
      'create index scoped_credentials_by_agent on scoped_credentials (org_id, agent_id, seq desc)',
      'create index scoped_credentials_by_user on scoped_credentials (org_id, user_id, seq desc)',
      'create index scoped_credentials_by_seq on scoped_credentials (org_id, seq desc)',
      `create index scoped_credentials_due on scoped_credentials (expires_at) where status in ('active', 'expiring')`,
      `create index scoped_credentials_left on scoped_credentials (lease_until) where status = 'refreshing'`,
      `create index scoped_credentials_rotations on scoped_credentials (id)
        where status = 'rotating' or rotation ->> 'next_at' is not null`,
      `create table credential_connects (
        org_id text not null,
        id text not null,
        credential_id text not null,
        ticket_digest text not null,
        state_digest text,
        terms_digest text,
        user_id text,
        issuer text,
        resource text,
        foreign_client_id text,
        scopes jsonb not null,
        created_at bigint not null,
        created_by text not null,
        expires_at bigint not null,
        used_at bigint,
        primary key (org_id, id)
      )`,
      'create unique index credential_connects_by_ticket on credential_connects (ticket_digest)',
      'create unique index credential_connects_by_state on credential_connects (state_digest)',
      'create index credential_connects_by_credential on credential_connects (org_id, credential_id)',
      'create index credential_connects_due on credential_connects (expires_at)',
    ],
  },
];
