/** The filters of the list of agents. */
import type { Agent } from '@assay/client';
import { type AgentStatus, agentStatuses } from '../../../../src/contract/api/agents/states.ts';

export interface AgentFilter {
  readonly status?: string | undefined;
  readonly workspace?: string | undefined;
  readonly text?: string | undefined;
}

/** The status that an address names; undefined for one that does not exist. */
export function toStatus(text: string | undefined): AgentStatus | undefined {
  return agentStatuses.find((status) => status === text);
}

/** True if the name, the id or a label has the text, whatever its case. */
export function fits({ id, name, labels }: Pick<Agent, 'id' | 'name' | 'labels'>, text: string | undefined): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return [id, name, ...Object.values(labels)].some((value) => value.toLowerCase().includes(wanted));
}
