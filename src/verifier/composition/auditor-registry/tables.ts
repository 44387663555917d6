/** Tables of the auditor registry: releases, whose content is written once, and their verification runs. */
import { catalogCategories } from '@assay/sdk/contract';
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ReleaseLabels, VerificationCheck } from '../../../contract/api/auditor-registry/shapes.ts';
import { labelSources, releaseStatuses, runStatuses } from '../../../contract/api/auditor-registry/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const registeredAuditorsTable = pgTable(
  'registered_auditors',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    description: text('description').notNull(),
    image: text('image').notNull(),
    /** Digest of the image, which identifies it whatever its repository. */
    image_digest: text('image_digest').notNull(),
    labels: jsonb('labels').$type<ReleaseLabels>().notNull(),
    vocabulary_digest: text('vocabulary_digest').notNull(),
    category: text('category', { enum: catalogCategories }).notNull(),
    publisher_id: text('publisher_id'),
    signature: text('signature'),
    signature_kid: text('signature_kid'),
    status: text('status', { enum: releaseStatuses }).notNull(),
    status_reason: text('status_reason'),
    auditor_id: text('auditor_id'),
    verified_at: timeMs('verified_at'),
    last_verification: text('last_verification'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type ReleaseRow = typeof registeredAuditorsTable.$inferSelect;

export const auditorVerificationsTable = pgTable(
  'auditor_verifications',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    release_id: text('release_id').notNull(),
    status: text('status', { enum: runStatuses }).notNull(),
    url: text('url').notNull(),
    /** Unchanged from the request. */
    labels: jsonb('labels').$type<Readonly<Record<string, string>>>(),
    labels_source: text('labels_source', { enum: labelSources }),
    auditor_id: text('auditor_id'),
    checks: jsonb('checks').$type<readonly VerificationCheck[]>().notNull(),
    /** Time at which it is due; null once it ended. */
    next_at: timeMs('next_at'),
    lease_by: text('lease_by'),
    lease_until: timeMs('lease_until'),
    attempts: integer('attempts').notNull(),
    started_at: timeMs('started_at').notNull(),
    started_by: text('started_by').notNull(),
    ended_at: timeMs('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);
export type VerificationRunRow = typeof auditorVerificationsTable.$inferSelect;

export const auditorRegistryTables = [registeredAuditorsTable, auditorVerificationsTable];

export const auditorRegistryMigrations: readonly Migration[] = [
  {
    id: '0086-auditor-registry',
    sql: [
      `create table registered_auditors (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        name text not null,
        version text not null,
        description text not null,
        image text not null,
        image_digest text not null,
        labels jsonb not null,
        vocabulary_digest text not null,
        category text not null,
        publisher_id text,
        signature text,
        signature_kid text,
        status text not null,
        status_reason text,
        auditor_id text,
        verified_at bigint,
        last_verification text,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id)
      )`,
      'create unique index registered_auditors_by_version on registered_auditors (org_id, name, version)',
      'create unique index registered_auditors_by_image on registered_auditors (org_id, image_digest)',
      'create index registered_auditors_by_seq on registered_auditors (org_id, seq desc)',
      `create table auditor_verifications (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        release_id text not null,
        status text not null,
        url text not null,
        labels jsonb,
        labels_source text,
        auditor_id text,
        checks jsonb not null,
        next_at bigint,
        lease_by text,
        lease_until bigint,
        attempts integer not null,
        started_at bigint not null,
        started_by text not null,
        ended_at bigint,
        primary key (org_id, id)
      )`,
      'create index auditor_verifications_by_release on auditor_verifications (org_id, release_id, seq desc)',
      'create index auditor_verifications_due on auditor_verifications (next_at) where next_at is not null',
    ],
  },
];
