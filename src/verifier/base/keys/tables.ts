/** Table of public passport keys: of every process that shares the database, including old ones, which stay listed. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

export const verifierKeysTable = pgTable('verifier_keys', {
  kid: text('kid').primaryKey(),
  x: text('x').notNull(),
  y: text('y').notNull(),
  created_at: timeMs('created_at').notNull(),
});

export const verifierKeysMigrations: readonly Migration[] = [
  {
    id: '0002-verifier-keys',
    sql: [
      `create table verifier_keys (
        kid text primary key,
        x text not null,
        y text not null,
        created_at bigint not null
      )`,
    ],
  },
];
