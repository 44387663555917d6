/** Tables of the outside issuer: the accounts of its subjects, and the sign-ins in progress. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../../platform/db/migrate.ts';
import { timeMs } from '../../../base/tenancy.ts';

export const externalIdentitiesTable = pgTable(
  'external_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    user_id: text('user_id').notNull(),
    /** The verified address by which the account was linked. */
    email: text('email').notNull(),
    linked_at: timeMs('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** One row from the redirect to the callback; used once. */
export const outsideLoginsTable = pgTable('outside_logins', {
  /** SHA-256 of the cookie that binds the browser; state, nonce and code verifier are derived from the cookie. */
  cookie_sha256: text('cookie_sha256').primaryKey(),
  return_to: text('return_to').notNull(),
  expires_at: timeMs('expires_at').notNull(),
});

export const authenticationMigrations: readonly Migration[] = [
  {
    id: '0054-authentication',
    sql: [
      `create table external_identities (
        issuer text not null,
        subject text not null,
        user_id text not null,
        email text not null,
        linked_at bigint not null,
        primary key (issuer, subject)
      )`,
      // A person has one account at an issuer: a second one with the same address is somebody else.
      'create unique index external_identities_by_user on external_identities (issuer, user_id)',
      `create table outside_logins (
        cookie_sha256 text primary key,
        return_to text not null,
        expires_at bigint not null
      )`,
      'create index outside_logins_by_end on outside_logins (expires_at)',
    ],
  },
];
