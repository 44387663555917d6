/** Tables of accepted evidence (the exact bytes and the columns of queries) and of refusals. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../platform/db/migrate.ts';
import type { EvidenceFacts } from '../passports/appraise.ts';
import { tenancyColumns, timeMs } from '../tenancy.ts';

export const evidenceTable = pgTable(
  'evidence',
  {
    ...tenancyColumns,
    evidence_id: text('evidence_id').notNull(),
    /** Order of arrival. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** The exact JWS; everything else is derived from it. */
    jws: text('jws').notNull(),
    jws_sha256: text('jws_sha256').notNull(),
    kid: text('kid').notNull(),
    key_attestation_hash: text('key_attestation_hash').notNull(),
    nonce: text('nonce').notNull(),
    iss: text('iss').notNull(),
    generated_at: timeMs('generated_at').notNull(),
    received_at: timeMs('received_at').notNull(),
    agent_id: text('agent_id').notNull(),
    session_id: text('session_id').notNull(),
    trace_id: text('trace_id').notNull(),
    model_id: text('model_id'),
    phase: text('phase').notNull(),
    decision: text('decision', { enum: ['allow', 'deny'] }).notNull(),
    enforced: text('enforced', { enum: ['allow', 'deny'] }).notNull(),
    mode: text('mode', { enum: ['enforce', 'observe'] }).notNull(),
    policy_id: text('policy_id').notNull(),
    policy_version: text('policy_version').notNull(),
    claim_count: integer('claim_count').notNull(),
    facts: jsonb('facts').$type<EvidenceFacts>().notNull(),
    receipt_record: text('receipt_record'),
    receipt_signature: text('receipt_signature'),
    receipt_chain_id: text('receipt_chain_id'),
    receipt_seq: timeMs('receipt_seq'),
    receipt_hash: text('receipt_hash'),
    /** The passport that covers it; null until one is issued. */
    passport_id: text('passport_id'),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.evidence_id] })],
);

export const refusalsTable = pgTable('evidence_refusals', {
  org_id: text('org_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  reason: text('reason').notNull(),
  sha256: text('sha256').notNull(),
  refused_at: timeMs('refused_at').notNull(),
});

export type EvidenceRow = typeof evidenceTable.$inferSelect;
export type NewEvidence = Omit<EvidenceRow, 'seq' | 'passport_id'>;
export type NewRefusal = Omit<typeof refusalsTable.$inferSelect, 'seq'>;

export const evidenceMigrations: readonly Migration[] = [
  {
    id: '0004-evidence',
    sql: [
      `create table evidence (
        org_id text not null,
        workspace_id text not null,
        evidence_id text not null,
        seq bigserial not null,
        jws text not null,
        jws_sha256 text not null,
        kid text not null,
        key_attestation_hash text not null,
        nonce text not null,
        iss text not null,
        generated_at bigint not null,
        received_at bigint not null,
        agent_id text not null,
        session_id text not null,
        trace_id text not null,
        model_id text,
        phase text not null,
        decision text not null,
        enforced text not null,
        mode text not null,
        policy_id text not null,
        policy_version text not null,
        claim_count integer not null,
        facts jsonb not null,
        receipt_record text,
        receipt_signature text,
        receipt_chain_id text,
        receipt_seq bigint,
        receipt_hash text,
        passport_id text,
        primary key (org_id, evidence_id),
        unique (org_id, nonce)
      )`,
      // Base64 of mostly random bytes does not compress: storing it as it is saves the attempt.
      'alter table evidence alter column jws set storage external',
      'create index evidence_by_seq on evidence (org_id, seq)',
      'create index evidence_by_agent on evidence (org_id, agent_id, seq)',
      'create index evidence_by_session on evidence (org_id, session_id, seq)',
      'create index evidence_by_trace on evidence (org_id, trace_id)',
      'create index evidence_by_passport on evidence (org_id, passport_id, seq) where passport_id is not null',
      `create index evidence_uncovered on evidence (org_id, workspace_id, agent_id, key_attestation_hash, seq)
        where passport_id is null`,
      `create table evidence_refusals (
        org_id text not null,
        seq bigserial primary key,
        reason text not null,
        sha256 text not null,
        refused_at bigint not null
      )`,
    ],
  },
];
