/** Table of repeatable writes: the answer of each, under the caller's key. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

export const idempotencyTable = pgTable(
  'idempotency_keys',
  {
    org_id: text('org_id').notNull(),
    /** Method and path of the write. */
    operation: text('operation').notNull(),
    idempotency_key: text('idempotency_key').notNull(),
    /** Hex SHA-256 of the request. */
    request_sha256: text('request_sha256').notNull(),
    status: integer('status').notNull(),
    /** JSON text of the answer. */
    answer: text('answer').notNull(),
    created_at: timeMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.operation, table.idempotency_key] })],
);

export const idempotencyMigrations: readonly Migration[] = [
  {
    id: '0010-idempotency-keys',
    sql: [
      `create table idempotency_keys (
        org_id text not null,
        operation text not null,
        idempotency_key text not null,
        request_sha256 text not null,
        status integer not null,
        answer text not null,
        created_at bigint not null,
        primary key (org_id, operation, idempotency_key)
      )`,
      'create index idempotency_keys_by_time on idempotency_keys (created_at)',
    ],
  },
];
