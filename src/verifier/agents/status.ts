/** The states of an agent and what leads from one to another: this table, and nothing besides. */
import type { AgentStatus } from '../../contract/api/agents/states.ts';

export const agentEvents = [
  'approve',
  'activate',
  'suspend',
  'reactivate',
  'lose_last_owner',
  'transfer',
  'decommission',
] as const;
export type AgentEvent = (typeof agentEvents)[number];

/** `decommissioned` has no way out. */
const transitions: Readonly<Record<AgentStatus, Partial<Readonly<Record<AgentEvent, AgentStatus>>>>> = {
  pending_approval: { approve: 'staged', decommission: 'decommissioned' },
  staged: { activate: 'active', decommission: 'decommissioned' },
  active: { suspend: 'suspended', lose_last_owner: 'orphaned', decommission: 'decommissioned' },
  suspended: { reactivate: 'active', decommission: 'decommissioned' },
  orphaned: { transfer: 'active', decommission: 'decommissioned' },
  decommissioned: {},
};

/** Where an event leads; undefined where it leads nowhere. */
export function nextStatus(from: AgentStatus, event: AgentEvent): AgentStatus | undefined {
  return transitions[from][event];
}

/** The state after an event. A repeat finds an agent that is already in it. */
export const outcomes: Readonly<Record<AgentEvent, AgentStatus>> = {
  approve: 'staged',
  activate: 'active',
  suspend: 'suspended',
  reactivate: 'active',
  lose_last_owner: 'orphaned',
  transfer: 'active',
  decommission: 'decommissioned',
};

/** States in which an agent may be removed. */
export const removableStatuses: readonly AgentStatus[] = ['staged', 'suspended', 'decommissioned'];
