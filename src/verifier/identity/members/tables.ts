/** Tables of an organisation's members and invitations. */
import { bigserial, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export type MemberStatus = 'active' | 'disabled';

export const membersTable = pgTable(
  'members',
  {
    org_id: text('org_id').notNull(),
    user_id: text('user_id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    status: text('status').$type<MemberStatus>().notNull(),
    revision: integer('revision').notNull(),
    joined_at: timeMs('joined_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.user_id] })],
);

export const invitationsTable = pgTable(
  'invitations',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    email: text('email').notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    /** The token itself is shown once and never stored. */
    token_sha256: text('token_sha256').notNull().unique(),
    invited_by: text('invited_by').notNull(),
    created_at: timeMs('created_at').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    accepted_at: timeMs('accepted_at'),
    accepted_by: text('accepted_by'),
    revoked_at: timeMs('revoked_at'),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type MemberRow = typeof membersTable.$inferSelect;
export type InvitationRow = typeof invitationsTable.$inferSelect;

export const membersMigrations: readonly Migration[] = [
  {
    id: '0053-members',
    sql: [
      `create table members (
        org_id text not null,
        user_id text not null references users (id) on delete cascade,
        seq bigserial not null,
        role text not null check (role in ('admin', 'operator', 'reviewer', 'viewer')),
        status text not null check (status in ('active', 'disabled')),
        revision integer not null,
        joined_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, user_id)
      )`,
      'create index members_by_user on members (user_id, seq)',
      'create index members_by_seq on members (org_id, seq desc)',
      `create table invitations (
        org_id text not null,
        id text not null unique,
        seq bigserial not null,
        email text not null,
        role text not null check (role in ('admin', 'operator', 'reviewer', 'viewer')),
        token_sha256 text not null unique,
        invited_by text not null,
        created_at bigint not null,
        expires_at bigint not null,
        accepted_at bigint,
        accepted_by text,
        revoked_at bigint,
        revision integer not null,
        primary key (org_id, id)
      )`,
      'create index invitations_by_seq on invitations (org_id, seq desc)',
      'create index invitations_by_email on invitations (org_id, email)',
    ],
  },
];
