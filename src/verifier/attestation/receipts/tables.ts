/**
 * Tables of receipts without Evidence, of the epochs of chains, and of complete subtrees. Receipts with Evidence are stored
 * beside it. Together they are the leaves of a chain's Merkle tree.
 */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const receiptsTable = pgTable(
  'receipts',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    seq: timeMs('seq').notNull(),
    /** Hex record hash. */
    hash: text('hash').notNull(),
    record: text('record').notNull(),
    signature: text('signature').notNull(),
    received_at: timeMs('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id, table.seq] })],
);

/** The accepted key that signs a chain, and its first record. */
export const receiptEpochsTable = pgTable(
  'receipt_epochs',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    seq: timeMs('seq').notNull(),
    public_key: text('public_key').notNull(),
    key_attestation_hash: text('key_attestation_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id, table.seq] })],
);

/** Roots of perfect subtrees whose leaves are all here, every eighth level. */
export const receiptTilesTable = pgTable(
  'receipt_tiles',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    level: integer('level').notNull(),
    number: timeMs('number').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id, table.level, table.number] })],
);

export const receiptsMigrations: readonly Migration[] = [
  {
    id: '0020-receipts',
    sql: [
      `create table receipts (
        org_id text not null,
        chain_id text not null,
        seq bigint not null,
        hash text not null,
        record text not null,
        signature text not null,
        received_at bigint not null,
        primary key (org_id, chain_id, seq)
      )`,
      `create table receipt_epochs (
        org_id text not null,
        chain_id text not null,
        seq bigint not null,
        public_key text not null,
        key_attestation_hash text not null,
        primary key (org_id, chain_id, seq)
      )`,
      `create table receipt_tiles (
        org_id text not null,
        chain_id text not null,
        level integer not null,
        number bigint not null,
        hash text not null,
        primary key (org_id, chain_id, level, number)
      )`,
      // In chain order, so that the index grows at its end and storing stays cheap.
      `create index evidence_by_receipt on evidence (org_id, receipt_chain_id, receipt_seq)
        where receipt_seq is not null`,
    ],
  },
];
