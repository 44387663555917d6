/** Tables of API keys: their rights, and the SHA-256 of their secrets. The secrets themselves are not stored. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { keyPurposes } from '../../../contract/api/api-keys/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const apiKeysTable = pgTable(
  'api_keys',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    alias: text('alias').notNull(),
    purpose: text('purpose', { enum: keyPurposes }).notNull(),
    /** The person whose rights limit it: its maker, or the admin who rotated it. */
    user_id: text('user_id').notNull(),
    workspace_id: text('workspace_id'),
    agent_id: text('agent_id'),
    /** Purpose gateway: the gateway that it authenticates. Keys of an older release have none, and are refused. */
    gateway_id: text('gateway_id'),
    /** Purpose gateway: the workspaces whose agents it serves; null for the whole organisation. */
    workspace_ids: jsonb('workspace_ids').$type<readonly string[]>(),
    scopes: jsonb('scopes').$type<readonly string[]>().notNull(),
    expires_at: timeMs('expires_at').notNull(),
    last_used_at: timeMs('last_used_at'),
    revoked_at: timeMs('revoked_at'),
    revoked_by: text('revoked_by'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

/** One row for each secret of a key: the present one, and the one before it while both are valid. */
export const apiKeySecretsTable = pgTable('api_key_secrets', {
  /** Hex SHA-256 of the whole key text. */
  hash: text('hash').primaryKey(),
  org_id: text('org_id').notNull(),
  key_id: text('key_id').notNull(),
  /** The first characters of the key, by which people tell keys apart. */
  prefix: text('prefix').notNull(),
  /** Null for the present secret, which ends with its key. */
  replaced_until: timeMs('replaced_until'),
  created_at: timeMs('created_at').notNull(),
});

export type ApiKeyRow = typeof apiKeysTable.$inferSelect;
export type ApiKeySecretRow = typeof apiKeySecretsTable.$inferSelect;

export const apiKeysMigrations: readonly Migration[] = [
  {
    id: '0054-api-keys',
    sql: [
      `create table api_keys (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        alias text not null,
        purpose text not null,
        user_id text not null,
        workspace_id text,
        agent_id text,
        scopes jsonb not null,
        expires_at bigint not null,
        last_used_at bigint,
        revoked_at bigint,
        revoked_by text,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create index api_keys_by_seq on api_keys (org_id, seq desc)',
      'create index api_keys_by_user on api_keys (org_id, user_id)',
      'create index api_keys_by_agent on api_keys (org_id, agent_id)',
      `create table api_key_secrets (
        hash text primary key,
        org_id text not null,
        key_id text not null,
        prefix text not null,
        replaced_until bigint,
        created_at bigint not null
      )`,
      'create index api_key_secrets_by_key on api_key_secrets (org_id, key_id)',
    ],
  },
  { id: '0096-api-keys-gateway', sql: ['alter table api_keys add column gateway_id text'] },
  { id: '0098-api-keys-workspaces', sql: ['alter table api_keys add column workspace_ids jsonb'] },
];
