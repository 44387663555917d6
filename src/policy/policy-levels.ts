/** The policies of a bundle that apply to an agent, by level. */
import type { BundlePolicy } from '../contract/control/config-bundle.ts';
import type { PolicyLevel } from './combine.ts';

/** Organisation, workspace and id of an agent. */
export interface AgentPlace {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Lists the levels that apply to an agent, outermost first. Levels without a policy are left out. */
export function levelsOfAgent(policies: readonly BundlePolicy[], place: AgentPlace): PolicyLevel[] {
  const scopes = [
    { kind: 'org', id: place.orgId },
    { kind: 'workspace', id: place.workspaceId },
    { kind: 'agent', id: place.agentId },
  ] as const;
  return scopes.flatMap(({ kind, id }) => {
    const own = policies.filter(({ mode, scope }) => mode === 'active' && scope.level === kind && scope.id === id);
    const records = own.map((policy) => ({ name: policy.id, text: policy.text })).sort(byName);
    return records.length === 0 ? [] : [{ kind, id, records }];
  });
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
