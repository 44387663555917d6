/** Tables of the vault: sealed secrets, and records of the keys that seal them. */
import { bigint, bigserial, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

/** One sealed text. The stored place is only for finding it; opening uses the place that its owner rebuilds. */
export const vaultSecretsTable = pgTable(
  'vault_secrets',
  {
    org_id: text('org_id').notNull(),
    /** Table of its feature. */
    of_table: text('of_table').notNull(),
    record_id: text('record_id').notNull(),
    version: integer('version').notNull(),
    field: text('field').notNull(),
    alg: text('alg').notNull(),
    aad_v: integer('aad_v').notNull(),
    kek_id: text('kek_id').notNull(),
    kek_version: integer('kek_version').notNull(),
    /** As the key store gave it. */
    wrapped_dek: text('wrapped_dek').notNull(),
    /** These three are base64url. */
    nonce: text('nonce').notNull(),
    ct: text('ct').notNull(),
    tag: text('tag').notNull(),
    /** Number of this wrap in the whole deployment: wraps are counted by it, and rewrapping follows its order. */
    wrap_seq: bigserial('wrap_seq', { mode: 'number' }).notNull(),
    created_at: timeMs('created_at').notNull(),
    wrapped_at: timeMs('wrapped_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.of_table, table.record_id, table.version, table.field] })],
);
export type VaultSecretRow = typeof vaultSecretsTable.$inferSelect;

/** The record of each version of each key encryption key; never the key. */
export const vaultKeksTable = pgTable(
  'vault_keks',
  {
    kek_id: text('kek_id').notNull(),
    version: integer('version').notNull(),
    /** True for the key that seals secrets now. */
    is_current: boolean('is_current').notNull(),
    /** A known text, sealed with it: another key under this name and version does not open it. */
    check_value: text('check_value').notNull(),
    /** Number of wraps up to the last time that it was current. */
    wraps: bigint('wraps', { mode: 'number' }).notNull(),
    /** Number of the last wrap before it became current; null unless it is. */
    wraps_after: bigint('wraps_after', { mode: 'number' }),
    created_at: timeMs('created_at').notNull(),
    /** When it became current; null before. */
    activated_at: timeMs('activated_at'),
    /** Time since when nothing opens with it. */
    retired_at: timeMs('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.kek_id, table.version] })],
);
export type VaultKekRow = typeof vaultKeksTable.$inferSelect;

export const vaultMigrations: readonly Migration[] = [
  {
    id: '0070-vault',
    sql: [
      `create table vault_secrets (
        org_id text not null,
        of_table text not null,
        record_id text not null,
        version integer not null,
        field text not null,
        alg text not null,
        aad_v integer not null,
        kek_id text not null,
        kek_version integer not null,
        wrapped_dek text not null,
        nonce text not null,
        ct text not null,
        tag text not null,
        wrap_seq bigserial not null,
        created_at bigint not null,
        wrapped_at bigint not null,
        primary key (org_id, of_table, record_id, version, field)
      )`,
      'create index vault_secrets_by_kek on vault_secrets (kek_id, kek_version)',
      'create index vault_secrets_by_wrap on vault_secrets (wrap_seq)',
      `create table vault_keks (
        kek_id text not null,
        version integer not null,
        is_current boolean not null,
        check_value text not null,
        wraps bigint not null,
        wraps_after bigint,
        created_at bigint not null,
        activated_at bigint,
        retired_at bigint,
        primary key (kek_id, version),
        check (not is_current or (wraps_after is not null and activated_at is not null and retired_at is null))
      )`,
      'create unique index vault_keks_current on vault_keks (is_current) where is_current',
    ],
  },
];
