/**
 * Tables of people: accounts, sessions, and failed sign-ins. A person may belong to several organisations (memberships are in
 * `members/`), so these rows name none.
 */
import { bigint, bigserial, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export type PersonStatus = 'active' | 'disabled';

export const usersTable = pgTable('users', {
  id: text('id').primaryKey(),
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  /** Normalised (`email.ts`), so that equal addresses are equal texts. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** A PHC-like string (`password-hash.ts`). */
  password: text('password').notNull(),
  status: text('status').$type<PersonStatus>().notNull(),
  revision: integer('revision').notNull(),
  password_changed_at: timeMs('password_changed_at').notNull(),
  created_at: timeMs('created_at').notNull(),
  created_by: text('created_by').notNull(),
  updated_at: timeMs('updated_at').notNull(),
});

export const sessionsTable = pgTable('sessions', {
  id: text('id').primaryKey(),
  /** Only the browser has the cookie itself. */
  cookie_sha256: text('cookie_sha256').notNull().unique(),
  user_id: text('user_id').notNull(),
  created_at: timeMs('created_at').notNull(),
  last_seen_at: timeMs('last_seen_at').notNull(),
  expires_at: timeMs('expires_at').notNull(),
  ip_address: text('ip_address'),
  user_agent: text('user_agent'),
});

/** Attempts at one account, one address, or an account from one address. */
export const signInAttemptsTable = pgTable('sign_in_attempts', {
  /** SHA-256 of the target: people type passwords into the address field. */
  bucket: text('bucket').primaryKey(),
  /** Times of failed attempts, oldest first, no more than the rule counts. */
  failures: jsonb('failures').$type<readonly number[]>().notNull(),
  /** When the right password was last given; only for an account from one address. */
  succeeded_at: bigint('succeeded_at', { mode: 'number' }),
  /** From when the row may be deleted. */
  forget_at: timeMs('forget_at').notNull(),
});

export type UserRow = typeof usersTable.$inferSelect;
export type SessionRow = typeof sessionsTable.$inferSelect;
export type SignInAttemptsRow = typeof signInAttemptsTable.$inferSelect;

export const peopleMigrations: readonly Migration[] = [
  {
    id: '0052-people',
    sql: [
      `create table users (
        id text primary key,
        seq bigserial not null unique,
        email text not null unique,
        name text not null,
        password text not null,
        status text not null check (status in ('active', 'disabled')),
        revision integer not null,
        password_changed_at bigint not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null
      )`,
      `create table sessions (
        id text primary key,
        cookie_sha256 text not null unique,
        user_id text not null references users (id) on delete cascade,
        created_at bigint not null,
        last_seen_at bigint not null,
        expires_at bigint not null,
        ip_address text,
        user_agent text
      )`,
      'create index sessions_by_user on sessions (user_id, id)',
      'create index sessions_by_end on sessions (expires_at)',
      `create table sign_in_attempts (
        bucket text primary key,
        failures jsonb not null,
        succeeded_at bigint,
        forget_at bigint not null
      )`,
      'create index sign_in_attempts_by_end on sign_in_attempts (forget_at)',
    ],
  },
];
