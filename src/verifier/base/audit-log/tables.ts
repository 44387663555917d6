/** Table of the audit log. Rows are only added: the database itself refuses changes. */
import { bigint, boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

export const auditLogTable = pgTable(
  'audit_log',
  {
    org_id: text('org_id').notNull(),
    /** Counts from 1 without a gap in each organisation. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    timestamp: timeMs('timestamp').notNull(),
    action: text('action').notNull(),
    actor_type: text('actor_type').notNull(),
    actor_id: text('actor_id').notNull(),
    credential_id: text('credential_id'),
    /** The agent that acted for the actor, and its grant: both, or neither. */
    acting_agent_id: text('acting_agent_id'),
    acting_grant_id: text('acting_grant_id'),
    resource_type: text('resource_type').notNull(),
    resource_id: text('resource_id').notNull(),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    request_id: text('request_id'),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull(),
    success: boolean('success').notNull(),
    error_message: text('error_message'),
    prev_hash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.seq] })],
);

export type AuditRow = typeof auditLogTable.$inferSelect;

export const auditLogMigrations: readonly Migration[] = [
  {
    id: '0050-audit-log',
    sql: [
      `create table audit_log (
        org_id text not null,
        seq bigint not null,
        "timestamp" bigint not null,
        action text not null,
        actor_type text not null,
        actor_id text not null,
        credential_id text,
        resource_type text not null,
        resource_id text not null,
        ip_address text,
        user_agent text,
        request_id text,
        details jsonb not null,
        success boolean not null,
        error_message text,
        prev_hash text not null,
        hash text not null,
        primary key (org_id, seq)
      )`,
      'create index audit_log_by_time on audit_log (org_id, "timestamp")',
      `create function audit_log_is_append_only() returns trigger language plpgsql as $$
        begin raise exception 'the audit log is append-only'; end $$`,
      `create trigger audit_log_append_only before update or delete or truncate on audit_log
        for each statement execute function audit_log_is_append_only()`,
    ],
  },
  {
    id: '0059-audit-log-lookup',
    sql: [
      'create index audit_log_by_actor on audit_log (org_id, actor_id, seq desc)',
      'create index audit_log_by_resource on audit_log (org_id, resource_type, resource_id, seq desc)',
      'create index audit_log_by_action on audit_log (org_id, action, seq desc)',
    ],
  },
  {
    id: '0064-audit-log-acting-agent',
    sql: [
      `alter table audit_log add column acting_agent_id text, add column acting_grant_id text,
        add check ((acting_agent_id is null) = (acting_grant_id is null))`,
      'create index audit_log_by_acting_agent on audit_log (org_id, acting_agent_id, seq desc) where acting_agent_id is not null',
    ],
  },
];
