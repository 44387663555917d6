/** Constants of approvals. */

export const approvalKinds = [
  'delegation',
  'agent_registration',
  'app_install',
  'tool_call',
  'policy_escalation',
  'credential_share',
  'workflow_deploy',
  'workflow_step',
  'model_promotion',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** An approval leaves `pending` exactly once. */
export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'failed'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const risks = ['low', 'medium', 'high'] as const;
export type Risk = (typeof risks)[number];

export const verdicts = ['approve', 'deny'] as const;
export type Verdict = (typeof verdicts)[number];

export const requesterKinds = ['person', 'agent', 'gateway', 'operator'] as const;
export type RequesterKind = (typeof requesterKinds)[number];
