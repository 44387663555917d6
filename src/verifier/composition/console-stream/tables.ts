/**
 * The highest number of each agent's removed events. A reader who resumes before it is told of the gap. The database keeps the
 * number in the statement that removes events, so that every way of removing them updates it.
 */

import type { PgTable } from 'drizzle-orm/pg-core';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';

const eventHorizonsTable = pgTable(
  'event_horizons',
  {
    org_id: text('org_id').notNull(),
    agent_id: text('agent_id').notNull(),
    removed_to: bigint('removed_to', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.agent_id] })],
);

export const consoleTables: readonly PgTable[] = [eventHorizonsTable];

export const consoleMigrations: readonly Migration[] = [
  {
    id: '0082-event-horizons',
    sql: [
      `create table event_horizons (
        org_id text not null,
        agent_id text not null,
        removed_to bigint not null,
        primary key (org_id, agent_id)
      )`,
      'create index event_horizons_by_number on event_horizons (removed_to)',
      // In one order, so that two concurrent removals cannot deadlock.
      `create function keep_event_horizons() returns trigger language plpgsql as $$
      begin
        insert into event_horizons (org_id, agent_id, removed_to)
          select org_id, agent_id, max(seq) from removed where agent_id is not null
          group by org_id, agent_id order by org_id, agent_id
          on conflict (org_id, agent_id)
          do update set removed_to = greatest(event_horizons.removed_to, excluded.removed_to);
        return null;
      end
      $$`,
      `create trigger keep_event_horizons after delete on events
        referencing old table as removed for each statement execute function keep_event_horizons()`,
    ],
  },
];
