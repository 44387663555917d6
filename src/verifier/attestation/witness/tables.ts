/** Tables of the witness: the latest checkpoint of each chain, every cosigned one, proofs of two histories, its keys. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** INVARIANT: `size` only grows; it is compared and set in the transaction that stores the checkpoint. */
export const witnessChainsTable = pgTable(
  'witness_chains',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    size: timeMs('size').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id] })],
);

export const witnessCheckpointsTable = pgTable(
  'witness_checkpoints',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    size: timeMs('size').notNull(),
    root: text('root').notNull(),
    head: text('head').notNull(),
    /** The whole signed note, including the cosignature. */
    note: text('note').notNull(),
    witnessed_at: timeMs('witnessed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id, table.size] })],
);

export const witnessEquivocationsTable = pgTable(
  'witness_equivocations',
  {
    org_id: text('org_id').notNull(),
    chain_id: text('chain_id').notNull(),
    size: timeMs('size').notNull(),
    root: text('root').notNull(),
    head: text('head').notNull(),
    /** The note that was cosigned at this size. */
    known_note: text('known_note').notNull(),
    /** Another validly signed checkpoint of the same size. */
    other_note: text('other_note').notNull(),
    seen_at: timeMs('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.chain_id, table.size, table.root, table.head] })],
);

export const witnessKeysTable = pgTable('witness_keys', {
  /** C2SP verifier key. */
  vkey: text('vkey').primaryKey(),
  created_at: timeMs('created_at').notNull(),
});

export type CheckpointRow = typeof witnessCheckpointsTable.$inferSelect;
export type EquivocationRow = typeof witnessEquivocationsTable.$inferSelect;

export const witnessMigrations: readonly Migration[] = [
  {
    id: '0021-witness',
    sql: [
      `create table witness_chains (
        org_id text not null,
        chain_id text not null,
        size bigint not null,
        primary key (org_id, chain_id)
      )`,
      `create table witness_checkpoints (
        org_id text not null,
        chain_id text not null,
        size bigint not null,
        root text not null,
        head text not null,
        note text not null,
        witnessed_at bigint not null,
        primary key (org_id, chain_id, size)
      )`,
      `create table witness_equivocations (
        org_id text not null,
        chain_id text not null,
        size bigint not null,
        root text not null,
        head text not null,
        known_note text not null,
        other_note text not null,
        seen_at bigint not null,
        primary key (org_id, chain_id, size, root, head)
      )`,
      `create table witness_keys (
        vkey text primary key,
        created_at bigint not null
      )`,
    ],
  },
];
