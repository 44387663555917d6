/** Table of publishers: the signers of releases that an organisation trusts. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { publisherStatuses } from '../../../contract/api/publishers/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';
import type { ReleaseKey } from './keys.ts';

export const publishersTable = pgTable(
  'publishers',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    keys: jsonb('keys').$type<readonly ReleaseKey[]>().notNull(),
    status: text('status', { enum: publisherStatuses }).notNull(),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type PublisherRow = typeof publishersTable.$inferSelect;

export const publisherTables = [publishersTable];

export const publisherMigrations: readonly Migration[] = [
  {
    id: '0085-publishers',
    sql: [
      `create table publishers (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        description text not null,
        keys jsonb not null,
        status text not null,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create unique index publishers_by_name on publishers (org_id, name)',
    ],
  },
];
