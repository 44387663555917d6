/** The OAuth client of every registered agent: one that came without keys and without a secret shows its certificate. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { FindAgentHooks } from './hooks.ts';
import type { AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

type Clientless = Pick<AgentRow, 'org_id' | 'id' | 'spiffe_id' | 'client_id' | 'implicit' | 'status' | 'removed_at'>;

/** Gives the rows with a client for each registered agent that has none. Without an issuer they stay as they are. */
export async function withClients<Row extends Clientless>(
  tx: Db,
  hooks: FindAgentHooks,
  rows: readonly Row[],
): Promise<Row[]> {
  const { clients } = hooks();
  const without = rows.filter(needsClient);
  const [first] = without;
  if (clients === undefined || first === undefined) return [...rows];
  const agents = without.map(({ id, spiffe_id }) => ({ agentId: id, spiffeId: spiffe_id }));
  const made = await clients.createWithCertificates(tx, first.org_id, agents);
  return rows.map((row) => (needsClient(row) ? { ...row, client_id: made.get(row.id) ?? missing(row.id) } : row));
}

function needsClient({ implicit, client_id, status, removed_at }: Clientless): boolean {
  return !implicit && client_id === null && removed_at === null && status !== 'decommissioned';
}

function missing(id: string): never {
  throw new Error(`no client was made for agent ${id}`);
}

export interface AgentOwnClients {
  /** Makes the clients of agents that a former version registered without one. A repeat changes nothing. */
  ensureClients(): Promise<void>;
}

export interface AgentOwnClientsDeps {
  readonly db: Db;
  readonly store: AgentStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
}

const batch = 500;

export function createAgentOwnClients({
  db,
  store,
  changes,
  audit,
  hooks,
  clock,
}: AgentOwnClientsDeps): AgentOwnClients {
  /** Gives the number of agents that got a client. */
  const ensureSome = (orgId: string): Promise<number> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, orgId);
      const rows = await withClients(tx, hooks, await store.listWithoutClient(tx, orgId, batch));
      const made = rows.flatMap(({ id, client_id: clientId }) => (clientId === null ? [] : [{ id, clientId }]));
      await store.setClients(tx, orgId, made, clock.now());
      await audit.appendMany(
        tx,
        createAuthor(orgId, 'system'),
        made.map(({ id, clientId }) => ({
          action: 'agent.client_created',
          resourceType: 'agent',
          resourceId: id,
          details: { client_id: clientId, method: 'tls' },
        })),
      );
      return made.length;
    });
  return {
    async ensureClients() {
      for (const orgId of await store.listOrganisationsWithoutClient(db)) {
        while ((await ensureSome(orgId)) === batch);
      }
    },
  };
}
