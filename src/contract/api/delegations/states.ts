/** Constants of delegations. */

/** An undecided consent request is an approval, so a delegation is never pending. */
export const grantStatuses = ['active', 'revoked'] as const;

export const revokeReasons = [
  'user',
  'admin',
  'expired',
  'max_uses',
  'agent_decommissioned',
  'access_review',
  'narrowed',
] as const;
export type RevokeReason = (typeof revokeReasons)[number];
