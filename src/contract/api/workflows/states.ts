/** States of workflows, of their deployments, of runs and of steps. */

export const workflowStatuses = ['draft', 'deploying', 'running', 'stopping', 'stopped', 'failed'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export const deploymentStates = ['deploying', 'running', 'stopping', 'stopped', 'failed', 'cancelled'] as const;

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelling',
  'cancelled',
  'interrupted',
] as const;
export type RunStatus = (typeof runStatuses)[number];

export const stepStatuses = ['started', 'waiting', 'succeeded', 'failed', 'skipped', 'unknown'] as const;
export type StepStatus = (typeof stepStatuses)[number];
