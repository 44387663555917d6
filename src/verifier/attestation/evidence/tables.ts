/** Tables of accepted evidence (the exact bytes and the columns of queries) and of refusals. */
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import type { EvidenceFacts } from '../../../proof/evidence-facts.ts';
import { tenancyColumns, timeMs } from '../../base/tenancy.ts';

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
  },
  (table) => [primaryKey({ columns: [table.org_id, table.evidence_id] })],
);

/**
 * Evidence that passports cover together: of one agent, signed under one key attestation. A passport covers it up to
 * `covered_seq`. Stored evidence never changes.
 */
export const evidenceGroupsTable = pgTable(
  'evidence_groups',
  {
    ...tenancyColumns,
    agent_id: text('agent_id').notNull(),
    key_attestation_hash: text('key_attestation_hash').notNull(),
    kid: text('kid').notNull(),
    stored_seq: timeMs('stored_seq').notNull(),
    covered_seq: timeMs('covered_seq').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.workspace_id, table.agent_id, table.key_attestation_hash] })],
);

/** The policy set by which a gateway decides for an agent now, and the known time of its use in milliseconds. */
export const policySetsInUseTable = pgTable(
  'policy_sets_in_use',
  {
    org_id: text('org_id').notNull(),
    agent_id: text('agent_id').notNull(),
    gateway_id: text('gateway_id').notNull(),
    policy_set_hash: text('policy_set_hash').notNull(),
    since: timeMs('since').notNull(),
    until: timeMs('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.agent_id, table.gateway_id] })],
);

export const refusalsTable = pgTable('evidence_refusals', {
  org_id: text('org_id').notNull(),
  seq: bigserial('seq', { mode: 'number' }).primaryKey(),
  reason: text('reason').notNull(),
  sha256: text('sha256').notNull(),
  refused_at: timeMs('refused_at').notNull(),
});

type StoredEvidence = typeof evidenceTable.$inferSelect;
/** Stored evidence, with the passport that covers it; null until one is issued. */
export type EvidenceRow = StoredEvidence & { readonly passport_id: string | null };
export type NewEvidence = Omit<StoredEvidence, 'seq'>;
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
      // Base64 of mostly random bytes does not compress: plain storage saves the attempt.
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
  {
    // A passport covers a range of its group's evidence: marking each evidence rewrote its row and all its index entries.
    id: '0006-evidence-groups',
    sql: [
      `create table evidence_groups (
        org_id text not null,
        workspace_id text not null,
        agent_id text not null,
        key_attestation_hash text not null,
        kid text not null,
        stored_seq bigint not null,
        covered_seq bigint not null,
        primary key (org_id, workspace_id, agent_id, key_attestation_hash)
      )`,
      'create index evidence_groups_waiting on evidence_groups (org_id) where stored_seq > covered_seq',
      `insert into evidence_groups
        select org_id, workspace_id, agent_id, key_attestation_hash, max(kid), max(seq),
          coalesce(max(seq) filter (where passport_id is not null), 0)
        from evidence group by org_id, workspace_id, agent_id, key_attestation_hash`,
      'alter table passports add column first_seq bigint, add column last_seq bigint',
      `update passports set first_seq = covered.first_seq, last_seq = covered.last_seq from (
        select org_id, passport_id, min(seq) as first_seq, max(seq) as last_seq
        from evidence where passport_id is not null group by org_id, passport_id
      ) as covered where covered.org_id = passports.org_id and covered.passport_id = passports.passport_id`,
      'alter table passports alter column first_seq set not null, alter column last_seq set not null',
      'create index passports_by_group on passports (org_id, agent_id, key_attestation_hash, last_seq)',
      'drop index evidence_by_passport',
      'drop index evidence_uncovered',
      'alter table evidence drop column passport_id',
      'create index evidence_by_group on evidence (org_id, agent_id, key_attestation_hash, seq)',
    ],
  },
  {
    id: '0100-policy-sets-in-use',
    sql: [
      `create table policy_sets_in_use (
        org_id text not null,
        agent_id text not null,
        gateway_id text not null,
        policy_set_hash text not null,
        since bigint not null,
        until bigint not null,
        primary key (org_id, agent_id, gateway_id)
      )`,
    ],
  },
];
