/** The words of approvals, as commands take them. */

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'failed'] as const;

/** Kinds that people can request. Gateways request escalations and workflows their steps by themselves. */
export const askableKinds = [
  'delegation',
  'agent_registration',
  'app_install',
  'tool_call',
  'credential_share',
  'workflow_deploy',
  'model_promotion',
] as const;

export const approvalKinds = [...askableKinds, 'policy_escalation', 'workflow_step'] as const;

export const risks = ['low', 'medium', 'high'] as const;
