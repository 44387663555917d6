/**
 * Table of foreign clients: our clients at other authorization servers, one living client for each organisation and issuer.
 * Their secrets are in the vault under (`foreign_clients`, id, 1, issuer).
 */
import { bigserial, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const foreignClientStatuses = ['registering', 'active', 'retired', 'dropped'] as const;

export const foreignClientsTable = pgTable(
  'foreign_clients',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    issuer: text('issuer').notNull(),
    /** `registering`: a process registers it; `retired`: it was replaced, and its tokens may still be refreshed. */
    status: text('status', { enum: foreignClientStatuses }).notNull(),
    registration: text('registration', { enum: ['preregistered', 'cimd', 'dcr'] }).notNull(),
    /** Null while it is being registered. */
    client_id: text('client_id'),
    /** How it authenticates; null: as the server's metadata says. */
    auth_method: text('auth_method', { enum: ['client_secret_basic', 'client_secret_post', 'none'] }),
    /** Redirect URI known to the server; null for a given client. */
    redirect_uri: text('redirect_uri'),
    /** Metadata of the registration request. */
    metadata: jsonb('metadata').$type<Readonly<Record<string, unknown>>>().notNull(),
    registration_client_uri: text('registration_client_uri'),
    has_secret: boolean('has_secret').notNull(),
    has_registration_token: boolean('has_registration_token').notNull(),
    /** Null: never. */
    secret_expires_at: timeMs('secret_expires_at'),
    /** The process that registers it now, and the end of its lease. */
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    created_at: timeMs('created_at').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ForeignClientRow = typeof foreignClientsTable.$inferSelect;

export const foreignOAuthMigrations: readonly Migration[] = [
  {
    id: '0072-foreign-oauth',
    sql: [
      `create table foreign_clients (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        issuer text not null,
        status text not null,
        registration text not null,
        client_id text,
        auth_method text,
        redirect_uri text,
        metadata jsonb not null,
        registration_client_uri text,
        has_secret boolean not null,
        has_registration_token boolean not null,
        secret_expires_at bigint,
        lease_by text,
        lease_until bigint,
        created_at bigint not null,
        updated_at bigint not null,
        primary key (org_id, id),
        check (status in ('registering', 'active', 'retired', 'dropped')),
        check (status = 'registering' or client_id is not null)
      )`,
      // One for each issuer, however many processes want one at once.
      `create unique index foreign_clients_living on foreign_clients (org_id, issuer)
        where status in ('registering', 'active')`,
      'create index foreign_clients_by_seq on foreign_clients (org_id, seq desc)',
      `create index foreign_clients_ended on foreign_clients (updated_at) where status = 'retired'`,
    ],
  },
];
