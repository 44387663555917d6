/** Tables by which Evidence is found: its terms, and its sessions. Both are derived from Evidence. */
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

const seq = () => bigint('seq', { mode: 'number' }).notNull();

export const evidenceSearchTable = pgTable(
  'evidence_search',
  {
    org_id: text('org_id').notNull(),
    /** That of the Evidence. */
    seq: seq(),
    generated_at: timeMs('generated_at').notNull(),
    agent_id: text('agent_id').notNull(),
    terms: text('terms').array().notNull(),
    /** Numbers by claim name. */
    numbers: jsonb('numbers').$type<Readonly<Record<string, readonly number[]>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.seq] })],
);

/** Evidence of an older release that has no terms yet. A start of the verifier adds them. */
export const unsearchedEvidenceTable = pgTable(
  'evidence_unsearched',
  { org_id: text('org_id').notNull(), seq: seq() },
  (table) => [primaryKey({ columns: [table.org_id, table.seq] })],
);

export const evidenceSessionsTable = pgTable(
  'evidence_sessions',
  {
    ...tenancyColumns,
    agent_id: text('agent_id').notNull(),
    session_id: text('session_id').notNull(),
    first_at: timeMs('first_at').notNull(),
    last_at: timeMs('last_at').notNull(),
    /** Of its newest Evidence: orders the list. */
    seq: seq(),
    evidence_count: integer('evidence_count').notNull(),
    denied: integer('denied').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.agent_id, table.session_id] })],
);

export type SessionRow = typeof evidenceSessionsTable.$inferSelect;

export const evidenceSearchMigrations: readonly Migration[] = [
  {
    id: '0122-evidence-search',
    sql: [
      `create table evidence_search (
        org_id text not null,
        seq bigint not null,
        generated_at bigint not null,
        agent_id text not null,
        terms text[] collate "C" not null,
        numbers jsonb not null,
        primary key (org_id, seq)
      )`,
      'create index evidence_search_by_time on evidence_search (org_id, generated_at, seq)',
      'create index evidence_search_by_agent on evidence_search (org_id, agent_id, generated_at, seq)',
      'create index evidence_search_by_term on evidence_search using gin (terms)',
      // Rare terms decide which index is used: the common ones must all be known.
      'alter table evidence_search alter column terms set statistics 1000',
      `create table evidence_sessions (
        org_id text not null,
        workspace_id text not null,
        agent_id text not null,
        session_id text not null,
        first_at bigint not null,
        last_at bigint not null,
        seq bigint not null,
        evidence_count integer not null,
        denied integer not null,
        primary key (org_id, agent_id, session_id)
      )`,
      'create index evidence_sessions_by_seq on evidence_sessions (org_id, seq)',
      'create table evidence_unsearched (org_id text not null, seq bigint not null, primary key (org_id, seq))',
      'insert into evidence_unsearched select org_id, seq from evidence',
    ],
  },
];
