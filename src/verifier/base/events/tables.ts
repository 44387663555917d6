/**
 * Table of the events of agents, in commit order. The console stream and webhooks read it, so that nothing is lost when a process
 * ends.
 */
import { bigint, bigserial, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

export const eventsTable = pgTable('events', {
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  org_id: text('org_id').notNull(),
  workspace_id: text('workspace_id'),
  agent_id: text('agent_id'),
  /** `agent.log` and the other types of the console stream. */
  type: text('type').notNull(),
  /** Machine-readable code: `approval.requested`, `delegation.revoked` … */
  code: text('code'),
  trace_id: text('trace_id'),
  session_id: text('session_id'),
  /** Id of its source (an evidence id, an id from a gateway): the same one twice is one event. */
  source_id: text('source_id'),
  data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
  time: timeMs('time').notNull(),
});

/** Positions of readers that must not miss an event. */
export const eventReadersTable = pgTable(
  'event_readers',
  {
    name: text('name').notNull(),
    last_seq: bigint('last_seq', { mode: 'number' }).notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name] })],
);

export type EventRow = typeof eventsTable.$inferSelect;

export const eventsMigrations: readonly Migration[] = [
  {
    id: '0063-events',
    sql: [
      `create table events (
        seq bigserial primary key,
        org_id text not null,
        workspace_id text,
        agent_id text,
        type text not null,
        code text,
        data jsonb not null,
        time bigint not null
      )`,
      'create index events_by_agent on events (org_id, agent_id, seq)',
      'create index events_by_org on events (org_id, seq)',
      'create index events_by_time on events (time)',
      'create table event_readers (name text primary key, last_seq bigint not null, updated_at bigint not null)',
    ],
  },
  {
    id: '0081-events-of-calls',
    sql: [
      'alter table events add column trace_id text, add column session_id text, add column source_id text',
      'create unique index events_by_source on events (org_id, source_id) where source_id is not null',
    ],
  },
];
