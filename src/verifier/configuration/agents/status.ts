/** The table of an agent's states and transitions. There are no others. */
import type { AgentStatus } from '../../../contract/api/agents/states.ts';

export const agentEvents = [
  'approve',
  'activate',
  'stop',
  'start',
  'suspend',
  'reactivate',
  'lose_last_owner',
  'transfer',
  'decommission',
] as const;
export type AgentEvent = (typeof agentEvents)[number];

/** Nothing leads out of `decommissioned`. */
const transitions: Readonly<Record<AgentStatus, Partial<Readonly<Record<AgentEvent, AgentStatus>>>>> = {
  pending_approval: { approve: 'staged', decommission: 'decommissioned' },
  staged: { activate: 'active', decommission: 'decommissioned' },
  active: { stop: 'stopped', suspend: 'suspended', lose_last_owner: 'orphaned', decommission: 'decommissioned' },
  stopped: { start: 'active', suspend: 'suspended', decommission: 'decommissioned' },
  suspended: { reactivate: 'active', decommission: 'decommissioned' },
  orphaned: { transfer: 'active', decommission: 'decommissioned' },
  decommissioned: {},
};

/** Gives the state after an event; undefined if the event is not allowed. */
export function nextStatus(from: AgentStatus, event: AgentEvent): AgentStatus | undefined {
  return transitions[from][event];
}

/** The state after an event: a repeated event finds the agent already in it. */
export const outcomes: Readonly<Record<AgentEvent, AgentStatus>> = {
  approve: 'staged',
  activate: 'active',
  stop: 'stopped',
  start: 'active',
  suspend: 'suspended',
  reactivate: 'active',
  lose_last_owner: 'orphaned',
  transfer: 'active',
  decommission: 'decommissioned',
};

/** States in which an agent may be removed. */
export const removableStatuses: readonly AgentStatus[] = ['staged', 'suspended', 'decommissioned'];
