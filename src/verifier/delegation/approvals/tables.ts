/** Tables of approvals: the requests, and the decision of each approver. */
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ApprovalActor, ApprovalDisplay, Requested } from '../../../contract/api/approvals/shapes.ts';
import {
  approvalKinds,
  approvalStatuses,
  requesterKinds,
  risks,
  verdicts,
} from '../../../contract/api/approvals/states.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const approvalsTable = pgTable(
  'approvals',
  {
    org_id: text('org_id').notNull(),
    id: text('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: approvalKinds }).notNull(),
    status: text('status', { enum: approvalStatuses }).notNull(),
    requester_id: text('requester_id').notNull(),
    requester_kind: text('requester_kind', { enum: requesterKinds }).notNull(),
    /** Everybody whose approval would be one of their own request: the requester, and the people behind it. */
    requester_ids: jsonb('requester_ids').$type<readonly string[]>().notNull(),
    /** The acting agent; for the audit only, unless it was verified. */
    actor: jsonb('actor').$type<ApprovalActor>(),
    subject_id: text('subject_id'),
    agent_id: text('agent_id'),
    workspace_id: text('workspace_id'),
    resource: text('resource'),
    action: text('action'),
    requested: jsonb('requested').$type<Requested>().notNull(),
    risk: text('risk', { enum: risks }).notNull(),
    /** The Evidence of the exchange that is refused until somebody approves. */
    evaluation_id: text('evaluation_id'),
    /** Named by an admin; empty if everybody with the role may decide. */
    approvers: jsonb('approvers').$type<readonly string[]>().notNull(),
    quorum: integer('quorum').notNull(),
    separation_of_duties: boolean('separation_of_duties').notNull(),
    display: jsonb('display').$type<ApprovalDisplay>().notNull(),
    /** Hex SHA-256 of the only exchange that an approval lets through; null if it lets nothing through by itself. */
    binding_hash: text('binding_hash'),
    /** Seconds that an approval is valid from when it is given. */
    approved_for_s: integer('approved_for_s').notNull(),
    expires_at: timeMs('expires_at').notNull(),
    decided_at: timeMs('decided_at'),
    /** Id of the approval itself: `apv_…`. */
    result_id: text('result_id'),
    approved_until: timeMs('approved_until'),
    /** Time of its use, and the delegation or the Evidence of the exchange that used it. */
    used_at: timeMs('used_at'),
    used_by: text('used_by'),
    revision: integer('revision').notNull(),
    created_at: timeMs('created_at').notNull(),
    created_by: text('created_by').notNull(),
    updated_at: timeMs('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.id] })],
);

export const approvalDecisionsTable = pgTable(
  'approval_decisions',
  {
    org_id: text('org_id').notNull(),
    approval_id: text('approval_id').notNull(),
    approver: text('approver').notNull(),
    verdict: text('verdict', { enum: verdicts }).notNull(),
    reason: text('reason'),
    decided_at: timeMs('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.approval_id, table.approver] })],
);

export type ApprovalRow = typeof approvalsTable.$inferSelect;
export type ApprovalDecisionRow = typeof approvalDecisionsTable.$inferSelect;

export const approvalsMigrations: readonly Migration[] = [
  {
    id: '0060-approvals',
    sql: [
      `create table approvals (
        org_id text not null,
        id text not null,
        seq bigserial not null,
        kind text not null,
        status text not null,
        requester_id text not null,
        requester_kind text not null,
        requester_ids jsonb not null,
        actor jsonb,
        subject_id text,
        agent_id text,
        workspace_id text,
        resource text,
        action text,
        requested jsonb not null,
        risk text not null,
        evaluation_id text,
        approvers jsonb not null,
        quorum integer not null,
        separation_of_duties boolean not null,
        display jsonb not null,
        binding_hash text,
        approved_for_s integer not null,
        expires_at bigint not null,
        decided_at bigint,
        result_id text,
        approved_until bigint,
        used_at bigint,
        used_by text,
        revision integer not null,
        created_at bigint not null,
        created_by text not null,
        updated_at bigint not null,
        primary key (org_id, id),
        check (status <> 'pending' or decided_at is null),
        check (status = 'approved' or (used_at is null and approved_until is null))
      )`,
      'create index approvals_by_seq on approvals (org_id, seq desc)',
      'create index approvals_by_agent on approvals (org_id, agent_id, seq desc) where agent_id is not null',
      'create index approvals_by_subject on approvals (org_id, subject_id, seq desc) where subject_id is not null',
      'create index approvals_by_binding on approvals (org_id, binding_hash, seq desc) where binding_hash is not null',
      `create index approvals_due on approvals (expires_at) where status = 'pending'`,
      `create table approval_decisions (
        org_id text not null,
        approval_id text not null,
        approver text not null,
        verdict text not null,
        reason text,
        decided_at bigint not null,
        primary key (org_id, approval_id, approver)
      )`,
    ],
  },
];
