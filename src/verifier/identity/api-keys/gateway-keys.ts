/** Keys that open the gateway. The gateway has their hashes from its bundle, so a call needs no request to the verifier. */
import type { BundleApiKey } from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fullScope, gatewayCallScope } from '../../base/access/actions.ts';
import type { AccessTarget, Asker } from '../../base/access/authorize.ts';
import type { AgentLookup, RoleLookup } from './ports.ts';
import { mayCallAs } from './scopes.ts';
import type { ApiKeyStore, StoredKey } from './store.ts';
import type { ApiKeyRow } from './tables.ts';

/** Tells whether a key opens the gateway. */
export function opensGateway({ purpose, scopes }: Pick<ApiKeyRow, 'purpose' | 'scopes'>): boolean {
  return purpose !== 'gateway' && (scopes.includes(gatewayCallScope) || scopes.includes(fullScope));
}

export interface GatewayKeysDeps {
  readonly store: Pick<ApiKeyStore, 'listLive'>;
  readonly roles: RoleLookup;
  readonly agents: Pick<AgentLookup, 'findAccessOf'>;
}

export interface GatewayKeysAsked {
  readonly orgId: string;
  /** Keys that ended before are left out; gateways check the expiry of the others. */
  readonly atMs: number;
}

/** Lists the secrets of keys whose makers may still act as the keys' agents; a rotated key has two. */
export async function listGatewayKeys(
  { store, roles, agents }: GatewayKeysDeps,
  db: Db,
  { orgId, atMs }: GatewayKeysAsked,
): Promise<BundleApiKey[]> {
  const askers = new Map<string, Promise<Asker | undefined>>();
  const findAsker = (user: string): Promise<Asker | undefined> => {
    const known = askers.get(user) ?? readAsker(roles, db, orgId, user);
    askers.set(user, known);
    return known;
  };
  const opening = (await store.listLive(db, orgId, atMs)).filter(({ row }) => opensGateway(row));
  const agentIds = new Set(opening.flatMap(({ row }) => row.agent_id ?? []));
  const accesses = await agents.findAccessOf(db, orgId, [...agentIds]);
  const answers = new Map<string, boolean>();
  const listed: BundleApiKey[] = [];
  for (const key of opening) {
    const { agent_id: agentId, user_id: userId } = key.row;
    const asker = await findAsker(userId);
    const target: AccessTarget | undefined = agentId === null ? { orgId } : accesses.get(agentId);
    if (asker === undefined || target === undefined) continue;
    // Asks once for all keys of one maker for one agent.
    const question = JSON.stringify([userId, agentId]);
    const mayCall = answers.get(question) ?? mayCallAs(asker, target);
    answers.set(question, mayCall);
    if (mayCall) listed.push(...toBundleKeys(key, atMs));
  }
  return listed;
}

function toBundleKeys({ row, secrets }: StoredKey, atMs: number): BundleApiKey[] {
  return secrets.flatMap(({ hash: sha256, replaced_until: until }) => {
    const expires = Math.min(until ?? row.expires_at, row.expires_at);
    if (expires <= atMs) return [];
    return [
      {
        id: row.id,
        sha256,
        expires_at: expires,
        ...(row.agent_id === null ? {} : { agent_id: row.agent_id }),
        ...(row.workspace_id === null ? {} : { workspace_id: row.workspace_id }),
      },
    ];
  });
}

async function readAsker(roles: RoleLookup, db: Db, organisation: string, user: string): Promise<Asker | undefined> {
  const role = await roles.roleOf(db, organisation, user);
  if (role === undefined) return undefined;
  return { user, kind: 'person', role, organisation, scopes: 'all', isDeployment: false };
}
