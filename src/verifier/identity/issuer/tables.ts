/** Tables of the issuer. Tokens, codes, cookies and secrets are stored as hashes only. */
import { bigserial, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** Metadata of a client (RFC 7591 section 2), without its id and its secret. */
export type StoredMetadata = Readonly<Record<string, unknown>>;

/**
 * agent: made with an agent; token: registered by a caller of our API, for its organisation; open: registered by anybody, if that
 * is allowed.
 */
export const clientOrigins = ['agent', 'token', 'open'] as const;

export const oauthClientsTable = pgTable('oauth_clients', {
  client_id: text('client_id').primaryKey(),
  org_id: text('org_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  origin: text('origin', { enum: clientOrigins }).notNull(),
  agent_id: text('agent_id'),
  spiffe_id: text('spiffe_id'),
  status: text('status', { enum: ['active', 'disabled'] }).notNull(),
  metadata: jsonb('metadata').$type<StoredMetadata>().notNull(),
  secret_sha256: text('secret_sha256'),
  registration_sha256: text('registration_sha256'),
  created_at: timeMs('created_at').notNull(),
  created_by: text('created_by').notNull(),
  updated_at: timeMs('updated_at').notNull(),
});

/** Grants, codes, opaque tokens, sessions and interactions of the authorization endpoint. */
export const oauthRecordsTable = pgTable(
  'oauth_records',
  {
    model: text('model').notNull(),
    id_sha256: text('id_sha256').notNull(),
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    grant_id: text('grant_id'),
    uid: text('uid'),
    client_id: text('client_id'),
    account_id: text('account_id'),
    created_at: timeMs('created_at').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    consumed_at: timeMs('consumed_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.id_sha256] })],
);

export const oauthReplaysTable = pgTable('oauth_replays', {
  id_sha256: text('id_sha256').primaryKey(),
  expires_at: timeMs('expires_at').notNull(),
});

export const revokedTokensTable = pgTable('revoked_tokens', {
  jti: text('jti').primaryKey(),
  expires_at: timeMs('expires_at').notNull(),
  /** The organisation whose gateways would accept it; null if none would, or if its record in `delegated_tokens` says so. */
  gateways_of: text('gateways_of'),
});

export type OAuthClientRow = typeof oauthClientsTable.$inferSelect;
export type OAuthRecordRow = typeof oauthRecordsTable.$inferSelect;

export const issuerMigrations: readonly Migration[] = [
  {
    id: '0051-issuer',
    sql: [
      `create table oauth_clients (
        client_id text primary key,
        org_id text not null,
        seq bigserial not null,
        origin text not null,
        agent_id text,
        spiffe_id text,
        status text not null,
        metadata jsonb not null,
        secret_sha256 text,
        registration_sha256 text,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null
      )`,
      'create index oauth_clients_by_seq on oauth_clients (org_id, seq desc)',
      `create table oauth_records (
        model text not null,
        id_sha256 text not null,
        payload jsonb not null,
        grant_id text,
        uid text,
        client_id text,
        account_id text,
        created_at bigint not null,
        expires_at bigint not null,
        consumed_at bigint,
        primary key (model, id_sha256)
      )`,
      'create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null',
      'create index oauth_records_by_uid on oauth_records (uid) where uid is not null',
      'create index oauth_records_by_client on oauth_records (client_id) where client_id is not null',
      `create index oauth_records_grants on oauth_records (account_id, created_at) where model = 'Grant'`,
      'create index oauth_records_by_expiry on oauth_records (expires_at)',
      'create table oauth_replays (id_sha256 text primary key, expires_at bigint not null)',
      'create index oauth_replays_by_expiry on oauth_replays (expires_at)',
      'create table revoked_tokens (jti text primary key, expires_at bigint not null)',
      'create index revoked_tokens_by_expiry on revoked_tokens (expires_at)',
    ],
  },
  {
    id: '0065-revoked-tokens-gateways',
    sql: ['alter table revoked_tokens add column gateways_of text'],
  },
];
