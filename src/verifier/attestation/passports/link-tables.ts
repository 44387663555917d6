/** Table of links to passports. A link itself is kept as its hash only. */
import { bigserial, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const passportLinksTable = pgTable(
  'passport_links',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    passport_id: text('passport_id').notNull(),
    /** SHA-256 in hex. */
    token_sha256: text('token_sha256').notNull(),
    label: text('label').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    expires_at: timeMs('expires_at'),
    revoked_at: timeMs('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export type PassportLinkRow = typeof passportLinksTable.$inferSelect;

export const passportLinksMigrations: readonly Migration[] = [
  {
    id: '0123-passport-links',
    sql: [
      `create table passport_links (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        passport_id text not null,
        token_sha256 text not null unique,
        label text not null,
        created_at bigint not null,
        created_by text not null,
        expires_at bigint,
        revoked_at bigint,
        primary key (org_id, id)
      )`,
      'create index passport_links_by_passport on passport_links (org_id, passport_id, seq)',
    ],
  },
];
