/** Approvals as the API shows them. */

import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import type { ApprovalStatus } from '../../../contract/api/approvals/states.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { ApprovalDecisionRow, ApprovalRow } from './tables.ts';

/** Gives the present status: an overdue request is expired even before that is stored. */
export function statusAt({ status, expires_at }: Pick<ApprovalRow, 'status' | 'expires_at'>, now: number) {
  const present: ApprovalStatus = status === 'pending' && expires_at <= now ? 'expired' : status;
  return present;
}

/** Gives the page where a person decides; null while the port is only known at run time. */
export function toUrl(publicUrl: string | undefined, { kind, id }: Pick<ApprovalRow, 'kind' | 'id'>): string | null {
  if (publicUrl === undefined) return null;
  const path = kind === 'delegation' ? 'consent' : 'account/approvals';
  return `${publicUrl.replace(/\/+$/, '')}/${path}/${id}`;
}

export interface ViewFacts {
  readonly now: number;
  readonly publicUrl: string | undefined;
  /** Decisions of this request and of others. */
  readonly decisions: readonly ApprovalDecisionRow[];
}

export function toApproval(row: ApprovalRow, { now, publicUrl, decisions }: ViewFacts): Approval {
  const { org_id, id, revision, kind, actor, agent_id, workspace_id, resource, action, risk, evaluation_id } = row;
  return {
    id,
    org_id,
    revision,
    kind,
    status: statusAt(row, now),
    requester: { id: row.requester_id, kind: row.requester_kind },
    actor,
    subject: row.subject_id,
    agent_id,
    workspace_id,
    resource,
    action,
    requested: row.requested,
    risk,
    evaluation_id,
    approvers: [...row.approvers],
    policy: { quorum: row.quorum, separation_of_duties: row.separation_of_duties },
    display: row.display,
    decisions: decisions
      .filter(({ approval_id }) => approval_id === id)
      .map(({ approver, verdict, reason, decided_at }) => ({
        approver,
        verdict,
        reason,
        decided_at: toTimestamp(decided_at),
      })),
    expires_at: toTimestamp(row.expires_at),
    decided_at: toTimestampOrNull(row.decided_at),
    result: toResult(row),
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    updated_at: toTimestamp(row.updated_at),
    url: toUrl(publicUrl, row),
  };
}

function toResult({ result_id, decided_at, approved_until, used_at, used_by }: ApprovalRow): Approval['result'] {
  if (result_id === null || decided_at === null || approved_until === null) return null;
  const approval = {
    id: result_id,
    approved_at: toTimestamp(decided_at),
    approved_until: toTimestamp(approved_until),
  };
  return { approval, used_at: toTimestampOrNull(used_at), used_by };
}
