/** Table of delegated tokens: what each depends on, for introspection, chains and revocation. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const delegatedTokensTable = pgTable('delegated_tokens', {
  jti: text('jti').primaryKey(),
  org_id: text('org_id').notNull(),
  grant_id: text('grant_id').notNull(),
  /** Grants of the tokens that this one was exchanged from: the end of any of them ends this one. */
  parent_grants: jsonb('parent_grants').$type<readonly string[]>().notNull(),
  /** `jti` of the tokens that it was exchanged from: revoking any of them revokes this one. */
  ancestors: jsonb('ancestors').$type<readonly string[]>().notNull(),
  /** The grant of the application whose token was exchanged; null if we have none. */
  subject_grant: text('subject_grant'),
  agent_id: text('agent_id').notNull(),
  agent_epoch: integer('agent_epoch').notNull(),
  subject_id: text('subject_id').notNull(),
  client_id: text('client_id').notNull(),
  resource: text('resource').notNull(),
  format: text('format', { enum: ['jwt', 'opaque'] }).notNull(),
  /** For an opaque token: the SHA-256 by which it is found (`digestOf`). */
  token_sha256: text('token_sha256'),
  /** All claims of the token, whatever its form. */
  claims: jsonb('claims').$type<Readonly<Record<string, unknown>>>().notNull(),
  issued_at: timeMs('issued_at').notNull(),
  expires_at: timeMs('expires_at').notNull(),
});

export type DelegatedTokenRow = typeof delegatedTokensTable.$inferSelect;

export const delegatedTokenMigrations: readonly Migration[] = [
  {
    id: '0062-token-exchange',
    sql: [
      `create table delegated_tokens (
        jti text primary key,
        org_id text not null,
        grant_id text not null,
        parent_grants jsonb not null,
        ancestors jsonb not null,
        agent_id text not null,
        agent_epoch integer not null,
        subject_id text not null,
        client_id text not null,
        resource text not null,
        format text not null,
        token_sha256 text unique,
        claims jsonb not null,
        issued_at bigint not null,
        expires_at bigint not null
      )`,
      'create index delegated_tokens_by_grant on delegated_tokens (org_id, grant_id, issued_at desc)',
      'create index delegated_tokens_by_expiry on delegated_tokens (expires_at)',
    ],
  },
  {
    id: '0066-delegated-tokens-subject-grant',
    sql: ['alter table delegated_tokens add column subject_grant text'],
  },
];
