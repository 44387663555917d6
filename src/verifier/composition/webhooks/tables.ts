/** Tables of webhooks: the subscriptions, and each delivery. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  type DeadReason,
  type DisabledReason,
  deliveryStatuses,
  webhookStatuses,
} from '../../../contract/api/webhooks/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

/** One call of a receiver. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** HTTP status; null without an acceptable answer. */
  readonly status: number | null;
  /** A stable code; null for a success. */
  readonly error: string | null;
  readonly duration_ms: number;
}

export const webhooksTable = pgTable(
  'webhooks',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Types, codes, prefixes with `.*`, or `*`. */
    events: jsonb('events').$type<readonly string[]>().notNull(),
    /** Null: all. */
    workspace_ids: jsonb('workspace_ids').$type<readonly string[]>(),
    agent_ids: jsonb('agent_ids').$type<readonly string[]>(),
    status: text('status', { enum: webhookStatuses }).notNull(),
    status_reason: text('status_reason').$type<DisabledReason>(),
    /** Only events after this number are for it. */
    after_seq: bigint('after_seq', { mode: 'number' }).notNull(),
    /** Version of the secret in the vault. */
    secret_version: integer('secret_version').notNull(),
    /** The previous secret also signs until `previous_until`. */
    previous_version: integer('previous_version'),
    previous_until: timeMs('previous_until'),
    last_success_at: timeMs('last_success_at'),
    last_failure_at: timeMs('last_failure_at'),
    failing_since: timeMs('failing_since'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

/** One event for one webhook, however often it is sent. */
export const deliveriesTable = pgTable(
  'webhook_deliveries',
  {
    org_id: text('org_id').notNull(),
    /** Sent as `webhook-id`: the same in every attempt and replay. */
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    webhook_id: text('webhook_id').notNull(),
    /** Null for a test. */
    event_seq: bigint('event_seq', { mode: 'number' }),
    type: text('type').notNull(),
    code: text('code'),
    /** The exact text that is sent and signed. */
    body: text('body').notNull(),
    status: text('status', { enum: deliveryStatuses }).notNull(),
    /** Why it is dead. */
    reason: text('reason').$type<DeadReason>(),
    attempts: jsonb('attempts').$type<readonly Attempt[]>().notNull(),
    /** Attempts since it was created or replayed. */
    round: integer('round').notNull(),
    next_at: timeMs('next_at'),
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    /** Increases with each lease: the result of an older lease does not count. */
    fence: integer('fence').notNull(),
    created_at: timeMs('created_at').notNull(),
    ended_at: timeMs('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.org_id, table.id] }),
    uniqueIndex('webhook_deliveries_by_event')
      .on(table.org_id, table.webhook_id, table.event_seq)
      .where(sql`event_seq is not null`),
    index('webhook_deliveries_by_webhook').on(table.org_id, table.webhook_id, table.seq),
    index('webhook_deliveries_waiting')
      .on(table.org_id, table.webhook_id, table.next_at, table.seq)
      .where(sql`status = 'pending'`),
    index('webhook_deliveries_leased')
      .on(table.org_id, table.webhook_id)
      .where(sql`status = 'pending' and lease_until is not null`),
    index('webhook_deliveries_by_end').on(table.ended_at).where(sql`ended_at is not null`),
  ],
);

export type WebhookRow = typeof webhooksTable.$inferSelect;
export type DeliveryRow = typeof deliveriesTable.$inferSelect;

export const webhookTables = [webhooksTable, deliveriesTable];

export const webhookMigrations: readonly Migration[] = [
  {
    id: '0083-webhooks',
    sql: [
      `create table webhooks (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        url text not null,
        description text not null,
        events jsonb not null,
        workspace_ids jsonb,
        agent_ids jsonb,
        status text not null,
        status_reason text,
        after_seq bigint not null,
        secret_version integer not null,
        previous_version integer,
        previous_until bigint,
        last_success_at bigint,
        last_failure_at bigint,
        failing_since bigint,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      `create table webhook_deliveries (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        webhook_id text not null,
        event_seq bigint,
        type text not null,
        code text,
        body text not null,
        status text not null,
        reason text,
        attempts jsonb not null,
        round integer not null,
        next_at bigint,
        lease_by text,
        lease_until bigint,
        fence integer not null,
        created_at bigint not null,
        ended_at bigint,
        primary key (org_id, id)
      )`,
      `create unique index webhook_deliveries_by_event on webhook_deliveries (org_id, webhook_id, event_seq)
        where event_seq is not null`,
      'create index webhook_deliveries_by_webhook on webhook_deliveries (org_id, webhook_id, seq)',
      `create index webhook_deliveries_waiting on webhook_deliveries (org_id, webhook_id, next_at, seq)
        where status = 'pending'`,
      `create index webhook_deliveries_leased on webhook_deliveries (org_id, webhook_id)
        where status = 'pending' and lease_until is not null`,
      'create index webhook_deliveries_by_end on webhook_deliveries (ended_at) where ended_at is not null',
    ],
  },
];
