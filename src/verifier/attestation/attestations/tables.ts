/** Tables of issued challenges, accepted key attestations, and the owners of keys and receipt chains. */
import { bigserial, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { KeyHardware } from '../../../contract/hardware-facts.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

export const challengesTable = pgTable(
  'attestation_challenges',
  {
    ...tenancyColumns,
    nonce: text('nonce').notNull(),
    issued_at: timeMs('issued_at').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    used_at: timeMs('used_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.nonce] })],
);

export const attestationsTable = pgTable(
  'attestations',
  {
    ...tenancyColumns,
    attestation_id: text('attestation_id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    key_attestation_hash: text('key_attestation_hash').notNull(),
    kid: text('kid').notNull(),
    kind: text('kind').notNull(),
    freshness: text('freshness', { enum: ['verifier', 'none'] }).notNull(),
    nonce: text('nonce').notNull(),
    notes: jsonb('notes').$type<string[]>().notNull(),
    /** The key attestation as JSON text, so that nothing is normalised. */
    document: text('document').notNull(),
    created_at: timeMs('created_at').notNull(),
    /** Facts of the hardware reports at its acceptance; null for software. */
    hardware: jsonb('hardware').$type<KeyHardware>(),
    revoked_at: timeMs('revoked_at'),
    revoked_by: text('revoked_by'),
    revoked_reason: text('revoked_reason'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.attestation_id] })],
);

/** The owner of a signing key (by its thumbprint) or a receipt chain: the first gateway whose credential brought it. */
export const gatewayHoldingsTable = pgTable(
  'gateway_holdings',
  {
    org_id: text('org_id').notNull(),
    kind: text('kind', { enum: ['key', 'chain'] }).notNull(),
    name: text('name').notNull(),
    gateway_id: text('gateway_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.kind, table.name] })],
);

export type AttestationRow = typeof attestationsTable.$inferSelect;

export const attestationsMigrations: readonly Migration[] = [
  {
    id: '0003-attestations',
    sql: [
      `create table attestation_challenges (
        org_id text not null,
        workspace_id text not null,
        nonce text not null,
        issued_at bigint not null,
        expires_at bigint not null,
        used_at bigint,
        primary key (org_id, nonce)
      )`,
      'create index attestation_challenges_by_expiry on attestation_challenges (expires_at)',
      `create table attestations (
        org_id text not null,
        workspace_id text not null,
        attestation_id text not null,
        seq bigserial not null,
        key_attestation_hash text not null,
        kid text not null,
        kind text not null,
        freshness text not null,
        nonce text not null,
        notes jsonb not null,
        document text not null,
        created_at bigint not null,
        primary key (org_id, attestation_id),
        unique (org_id, key_attestation_hash)
      )`,
      'create index attestations_by_seq on attestations (org_id, seq desc)',
      'create index attestations_by_kid on attestations (org_id, kid)',
    ],
  },
  {
    id: '0012-attestations-hardware',
    sql: [
      `alter table attestations add column hardware jsonb, add column revoked_at bigint,
        add column revoked_by text, add column revoked_reason text`,
    ],
  },
  {
    // Evidence of earlier releases names the owner of its key and chain in its signed issuer.
    id: '0099-gateway-holdings',
    sql: [
      `create table gateway_holdings (
        org_id text not null,
        kind text not null,
        name text not null,
        gateway_id text not null,
        primary key (org_id, kind, name)
      )`,
      'create index gateway_holdings_by_gateway on gateway_holdings (org_id, gateway_id)',
      `insert into gateway_holdings select distinct on (org_id, kid) org_id, 'key', kid,
          substring(iss from '^spiffe://[^/]+/gateway/([A-Za-z0-9._-]+)$')
        from evidence where length(iss) < 256 and iss ~ '^spiffe://[^/]+/gateway/[A-Za-z0-9._-]+$'
        order by org_id, kid, seq`,
      `insert into gateway_holdings select distinct on (org_id, receipt_chain_id) org_id, 'chain', receipt_chain_id,
          substring(iss from '^spiffe://[^/]+/gateway/([A-Za-z0-9._-]+)$')
        from evidence where receipt_chain_id is not null
          and length(iss) < 256 and iss ~ '^spiffe://[^/]+/gateway/[A-Za-z0-9._-]+$'
        order by org_id, receipt_chain_id, seq`,
    ],
  },
];
