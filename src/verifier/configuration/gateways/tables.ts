/** Table of gateways: the version that each of them last reported. */
import { bigint, bigserial, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { GatewayProblem, GatewayReport } from '../../../contract/control/gateway-report.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const gatewaysTable = pgTable(
  'gateways',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** Version that it runs; both null if it has none yet. */
    lineage: text('lineage'),
    revision: bigint('revision', { mode: 'number' }),
    source: text('source', { enum: ['verifier', 'disk', 'files'] }),
    refused: jsonb('refused').$type<NonNullable<GatewayReport['refused']>>(),
    problems: jsonb('problems').$type<GatewayProblem[]>().notNull(),
    build: text('build'),
    /** Auditors of its own chain file; null if it has none. */
    own_chain: jsonb('own_chain').$type<string[]>(),
    /** Services whose tools an MCP gateway offers; null for other gateways. */
    own_services: jsonb('own_services').$type<NonNullable<GatewayReport['own_services']>>(),
    first_seen_at: timeMs('first_seen_at').notNull(),
    last_seen_at: timeMs('last_seen_at').notNull(),
    reported_at: timeMs('reported_at'),
    /** Time since when it has not acted on the configuration, as announced by events; null while it acts. */
    trouble_since: timeMs('trouble_since'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type GatewayRow = typeof gatewaysTable.$inferSelect;

/** The publication for each organisation's gateways: the last good bundle, and why a newer one is withheld. */
export const configPublicationsTable = pgTable('config_publications', {
  org_id: text('org_id').primaryKey(),
  lineage: text('lineage').notNull(),
  /** Of the last good bundle; both null if there was none. */
  revision: bigint('revision', { mode: 'number' }),
  jws: text('jws'),
  /** Why gateways could not read a newer one; all null while they can. */
  fault: text('fault'),
  fault_revision: bigint('fault_revision', { mode: 'number' }),
  fault_since: timeMs('fault_since'),
});

export type ConfigPublicationRow = typeof configPublicationsTable.$inferSelect;

export const gatewaysMigrations: readonly Migration[] = [
  {
    id: '0047-gateways',
    sql: [
      `create table gateways (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        lineage text,
        revision bigint,
        source text,
        refused jsonb,
        problems jsonb not null,
        build text,
        first_seen_at bigint not null,
        last_seen_at bigint not null,
        reported_at bigint,
        primary key (org_id, id)
      )`,
      'create index gateways_by_seq on gateways (org_id, seq desc)',
    ],
  },
  {
    id: '0104-config-publications',
    sql: [
      'alter table gateways add column trouble_since bigint',
      `create table config_publications (
        org_id text primary key,
        lineage text not null,
        revision bigint,
        jws text,
        fault text,
        fault_revision bigint,
        fault_since bigint
      )`,
    ],
  },
  { id: '0110-gateways-own-chain', sql: ['alter table gateways add column own_chain jsonb'] },
  { id: '0113-gateways-own-services', sql: ['alter table gateways add column own_services jsonb'] },
];
