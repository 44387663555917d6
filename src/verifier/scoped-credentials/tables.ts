/**
 * Tables of scoped credentials: what is known of them, never the secrets themselves, which are in the
 * vault under (`scoped_credentials`, id, version).
 */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  authTypes,
  credentialStatuses,
  type injectionMethods,
  sharingModes,
} from '../../contract/api/scoped-credentials/states.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

/** How a credential is put into a call. */
export interface Injection {
  readonly method: (typeof injectionMethods)[number];
  /** Lower case; `authorization` if absent. */
  readonly header?: string;
  /** What stands before the secret; `Bearer ` for `authorization` if absent, else nothing. */
  readonly prefix?: string;
}

/** What is needed besides secrets to use one. */
export interface CredentialConfig {
  /** Of `basic`. */
  readonly username?: string;
  /** Client at the other side, for `client_credentials` and `token_exchange`. */
  readonly client_id?: string;
  readonly client_auth?: 'client_secret_basic' | 'client_secret_post' | 'none';
  /** PEM of the certificate (public), for `mtls`. */
  readonly certificate?: string;
  /** Name of the environment variable of a local server that takes the secret. */
  readonly environment_variable?: string;
}

export interface Rotation {
  /** Days after which it is to be rotated; absent: never by itself. */
  readonly every_days?: number;
  /** How long the old secret stays good after a rotation; a day if absent. */
  readonly overlap_seconds?: number;
  readonly next_at: number | null;
  /** Until when version n−1 is good too; null outside of a rotation. */
  readonly overlap_until: number | null;
  /** Which one n−1 is, where versions were given in between (tokens of `client_credentials`); else the one before. */
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
    /** RFC 9728 identifier that it is for; null: any of the service. */
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
    /** Whose account at the other side it is, as far as we know: who connected it. */
    connected_by: text('connected_by'),
    allow_in_delegation: boolean('allow_in_delegation').notNull(),
    status: text('status', { enum: credentialStatuses }).notNull(),
    status_reason: text('status_reason'),
    expires_at: timeMs('expires_at'),
    last_used_at: timeMs('last_used_at'),
    last_refreshed_at: timeMs('last_refreshed_at'),
    refresh_failures: integer('refresh_failures').notNull(),
    rotation: jsonb('rotation').$type<Rotation>().notNull(),
    /** Of the secret; 0 before there is one. */
    version: integer('version').notNull(),
    /** 16 hex digits that tell two secrets apart, and nothing of either: drawn for what people bring, a hash of tokens. */
    fingerprint: text('fingerprint'),
    /** Who refreshes it now, and until when that is believed. */
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
    /** SHA-256 of `state` and of the cookie of the browser, once the person went on to the other side. */
    state_digest: text('state_digest'),
    /** Of what the person read and said yes to: a credential that is another one meanwhile is not connected. */
    terms_digest: text('terms_digest'),
    /** Who went on; only they come back. */
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
      // One living credential for each place: a second one would make it a matter of luck which is used. Its order is
      // that of questions: of a service that thousands have their own for, one reads what is shared and what is its own.
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
