/** States and kinds of agents. */
export const agentStatuses = [
  'pending_approval',
  'staged',
  'active',
  'stopped',
  'suspended',
  'orphaned',
  'decommissioned',
] as const;
export type AgentStatus = (typeof agentStatuses)[number];

export const agentKinds = ['autonomous', 'interactive', 'workflow', 'a2a'] as const;
export const deploymentTypes = ['full', 'model', 'app', 'bridge'] as const;

/** How credentials reach an agent. */
export const injectionMethods = ['sidecar', 'client_credentials', 'token_exchange'] as const;
