/** Tables of the browser console: sessions that stand for the operator token, and links that open one. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const consoleSessionsTable = pgTable('console_sessions', {
  id: text('id').primaryKey(),
  /** HMAC of the cookie under the operator token, so that a new token ends every session. */
  cookie_hmac: text('cookie_hmac').notNull().unique(),
  created_at: timeMs('created_at').notNull(),
  last_seen_at: timeMs('last_seen_at').notNull(),
  expires_at: timeMs('expires_at').notNull(),
});

export const consoleLinksTable = pgTable('console_links', {
  /** HMAC of the code under the operator token. */
  code_hmac: text('code_hmac').primaryKey(),
  expires_at: timeMs('expires_at').notNull(),
});

export const consoleMigrations: readonly Migration[] = [
  {
    id: '0118-console-sessions',
    sql: [
      `create table console_sessions (
        id text primary key,
        cookie_hmac text not null unique,
        created_at bigint not null,
        last_seen_at bigint not null,
        expires_at bigint not null
      )`,
      'create index console_sessions_by_end on console_sessions (expires_at)',
      `create table console_links (
        code_hmac text primary key,
        expires_at bigint not null
      )`,
      'create index console_links_by_end on console_links (expires_at)',
    ],
  },
];
