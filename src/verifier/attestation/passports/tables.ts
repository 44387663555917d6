/** Table of passports. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { tiers } from '../../../contract/passport.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

export const passportsTable = pgTable(
  'passports',
  {
    ...tenancyColumns,
    passport_id: text('passport_id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    agent_id: text('agent_id').notNull(),
    jwt: text('jwt').notNull(),
    status: text('status', { enum: tiers }).notNull(),
    issued_at: timeMs('issued_at').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    revoked_at: timeMs('revoked_at'),
    superseded_by: text('superseded_by'),
    evidence_count: integer('evidence_count').notNull(),
    newest_evidence_id: text('newest_evidence_id').notNull(),
    session_id: text('session_id').notNull(),
    model_id: text('model_id'),
    kid: text('kid').notNull(),
    key_attestation_hash: text('key_attestation_hash').notNull(),
    /** It covers the evidence of its agent under its key attestation from `first_seq` to `last_seq`, inclusive. */
    first_seq: timeMs('first_seq').notNull(),
    last_seq: timeMs('last_seq').notNull(),
    revoked_by: text('revoked_by'),
    revoked_reason: text('revoked_reason'),
    /** Set if it was revoked through what it depends on, and not directly. */
    revoked_through: text('revoked_through', { enum: ['attestation', 'reference_values'] }),
    is_mock: boolean('is_mock').notNull(),
    /** Ids of the sets of reference values that it depends on. */
    reference_values: jsonb('reference_values').$type<string[]>().notNull(),
    deployment_authorized: boolean('deployment_authorized').notNull(),
    authorization_reason: text('authorization_reason'),
    /** The gateway that decided, and the policy set of its newest decision; null in passports of an older release. */
    gateway_id: text('gateway_id'),
    policy_set_hash: text('policy_set_hash'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.passport_id] })],
);

export type PassportRow = typeof passportsTable.$inferSelect;
export type NewPassport = Omit<PassportRow, 'seq'>;

export const passportsMigrations: readonly Migration[] = [
  {
    id: '0005-passports',
    sql: [
      `create table passports (
        org_id text not null,
        workspace_id text not null,
        passport_id text not null,
        seq bigserial not null,
        agent_id text not null,
        jwt text not null,
        status text not null,
        issued_at bigint not null,
        expires_at bigint not null,
        revoked_at bigint,
        superseded_by text,
        evidence_count integer not null,
        newest_evidence_id text not null,
        session_id text not null,
        model_id text,
        kid text not null,
        key_attestation_hash text not null,
        primary key (org_id, passport_id)
      )`,
      'create index passports_by_seq on passports (org_id, seq)',
      'create index passports_by_agent on passports (org_id, agent_id, seq)',
      'create index passports_latest on passports (org_id, agent_id) where superseded_by is null',
    ],
  },
  {
    id: '0013-passports-revocation',
    sql: [
      `alter table passports add column revoked_by text, add column revoked_reason text,
        add column revoked_through text, add column is_mock boolean not null default true,
        add column reference_values jsonb not null default '[]', add column deployment_authorized boolean not null
        default false, add column authorization_reason text`,
      'create index passports_by_id on passports (passport_id)',
      'create index passports_by_key on passports (org_id, key_attestation_hash) where revoked_at is null',
      'create index passports_by_reference on passports using gin (reference_values)',
      'create index passports_revoked on passports (org_id, revoked_at) where revoked_at is not null',
    ],
  },
  {
    id: '0097-passports-gateway',
    sql: ['alter table passports add column gateway_id text, add column policy_set_hash text'],
  },
];
