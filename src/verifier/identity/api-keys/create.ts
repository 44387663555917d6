/** Wires API keys over agents and members, and ends keys when those change. */
import type { Clock } from '../../../platform/clock.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { toAccess } from '../../configuration/agents/rows.ts';
import { createAgentStore } from '../../configuration/agents/store.ts';
import type { AgentRow } from '../../configuration/agents/tables.ts';
import type { ControlPlane } from '../../configuration/create.ts';
import type { Members } from '../members/service.ts';
import type { AgentLookup } from './neighbours.ts';
import { type ApiKeys, createApiKeys } from './service.ts';
import { createApiKeyStore } from './store.ts';

export interface ApiKeyWiring {
  readonly control: Pick<
    ControlPlane,
    'db' | 'changes' | 'audit' | 'workspaces' | 'agents' | 'agentPartners' | 'credentialSources'
  >;
  readonly members: Pick<Members, 'roleOf' | 'onLeave' | 'onRoleChange'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createApiKeyServices({ control, members, clock, randomBytes }: ApiKeyWiring): ApiKeys {
  const apiKeys = createApiKeys({
    ...{ ...control, clock, randomBytes },
    store: createApiKeyStore(),
    roles: members,
    agents: createAgentLookup(control),
  });
  // A person who joins again does not get earlier keys back.
  members.onLeave.push(apiKeys.revokeOf);
  members.onRoleChange.push(apiKeys.noteRoleChange);
  control.agentPartners.onRetired.push(apiKeys.revokeOfAgent);
  control.credentialSources.push({ listApiKeys: apiKeys.listForGateway });
  return apiKeys;
}

/** Gives agents as keys see them; an unregistered or decommissioned agent gets no keys. */
export function createAgentLookup({ agents }: Pick<ControlPlane, 'agents'>): AgentLookup {
  const store = createAgentStore();
  const findAccessOf: AgentLookup['findAccessOf'] = async (db, orgId, agentIds) => {
    const rows = await store.findMany(db, orgId, agentIds);
    return new Map(rows.filter(mayHoldKeys).map((row) => [row.id, toAccess(row)]));
  };
  return {
    findAccess: async (db, orgId, agentId) => (await findAccessOf(db, orgId, [agentId])).get(agentId),
    findAccessOf,
    findForToken: agents.findForToken,
    async needsKey(tx, orgId, agentId) {
      const row = await store.find(tx, orgId, agentId);
      return row?.status === 'active' && row.client_id === null;
    },
  };
}

function mayHoldKeys({ implicit, removed_at, status }: AgentRow): boolean {
  return !implicit && removed_at === null && status !== 'decommissioned';
}
