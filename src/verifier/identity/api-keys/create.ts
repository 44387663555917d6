/** Wires API keys over agents and members. */
import { toAccess } from '../../configuration/agents/rows.ts';
import { createAgentStore } from '../../configuration/agents/store.ts';
import type { AgentRow } from '../../configuration/agents/tables.ts';
import type { AgentLookup } from './ports.ts';
import { type ApiKeys, type ApiKeysDeps, createApiKeys } from './service.ts';
import { createApiKeyStore } from './store.ts';

export interface ApiKeyWiring extends Omit<ApiKeysDeps, 'store' | 'roles' | 'agents'> {
  readonly members: ApiKeysDeps['roles'];
  readonly agents: Pick<AgentLookup, 'findForToken'>;
}

export function createApiKeyServices({ members, agents, ...wiring }: ApiKeyWiring): ApiKeys {
  return createApiKeys({ ...wiring, store: createApiKeyStore(), roles: members, agents: createAgentLookup(agents) });
}

/** Gives agents as keys see them; an unregistered or decommissioned agent gets no keys. */
export function createAgentLookup(agents: Pick<AgentLookup, 'findForToken'>): AgentLookup {
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
