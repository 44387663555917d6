/** A signed, short-lived grant. It says that an approval was used for one exchange, and is valid for that one only. */

import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import { type ApprovalGrant, approvalGrantType } from '../../../contract/escalation.ts';
import type { PassportKey } from '../../base/keys/key-file.ts';
import { signToken } from '../../base/keys/sign-token.ts';

/** The facts that the grant is bound to, besides its approval. */
export interface GrantUse {
  readonly issuer: string;
  readonly gatewayId: string;
  readonly evidenceId: string;
  readonly bindingHash: string;
  readonly now: number;
}

const lifetimeS = 60;
const maxApprovers = 20;

/** Signs the grant: compact JWS, ES256. @throws Error for a request that nobody approved. */
export function signGrant(key: PassportKey, approval: Approval, use: GrantUse): string {
  const approvers = approval.decisions.filter(({ verdict }) => verdict === 'approve').map(({ approver }) => approver);
  const given = approval.result?.approval;
  if (given === undefined || approvers.length === 0) throw new Error(`the approval ${approval.id} has no approver`);
  const iat = Math.floor(use.now / 1000);
  const grant: ApprovalGrant = {
    iss: use.issuer,
    iat,
    exp: iat + lifetimeS,
    org_id: approval.org_id,
    gateway_id: use.gatewayId,
    evidence_id: use.evidenceId,
    approval_id: approval.id,
    binding_hash: use.bindingHash,
    approvers: approvers.slice(0, maxApprovers),
    risk: approval.risk,
    approved_at: given.approved_at,
    approved_until: given.approved_until,
  };
  return signToken(key, approvalGrantType, grant);
}

/** How long after the use the same exchange gets the same answer. */
export const repeatMs = lifetimeS * 1000;
