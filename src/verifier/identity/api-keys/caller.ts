/** Finds the caller of an API key by the hash of the key, with the present role of its maker. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller, Role } from '../../../platform/http/access.ts';
import { fullScope } from '../../base/access/actions.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import { hashKeyText, isKeyText } from './key-text.ts';
import type { AgentLookup, RoleLookup } from './ports.ts';
import type { ApiKeyStore } from './store.ts';
import type { ApiKeyRow } from './tables.ts';
import { statusOf } from './view.ts';

export interface KeyCallersDeps {
  readonly db: Db;
  readonly store: ApiKeyStore;
  readonly roles: RoleLookup;
  readonly agents: AgentLookup;
  readonly clock: Clock;
}

/** `last_used_at` is written no more often than this. */
const usedEveryMs = 60_000;

/** @returns the lookup of `ApiKeys.findCaller`. */
export function createKeyCallers(deps: KeyCallersDeps): (text: string) => Promise<Caller | undefined> {
  const { db, store, roles, clock } = deps;
  return async (text) => {
    if (!isKeyText(text)) return undefined;
    const found = await store.findByHash(db, hashKeyText(text));
    if (found === undefined) return undefined;
    const { row, secret } = found;
    const now = clock.now();
    const status = statusOf(row, now);
    if (status !== 'active') throw dead(`the API key is ${status}`, `key_${status}`);
    if (secret.replaced_until !== null && secret.replaced_until <= now) {
      throw dead('the API key was replaced by a newer one', 'key_rotated');
    }
    const role = await roles.roleOf(db, row.org_id, row.user_id);
    if (role === undefined) throw dead('the person who made the API key is no longer a member', 'key_orphaned');
    const caller = await toCaller(deps, row, role);
    if (row.last_used_at === null || now - row.last_used_at >= usedEveryMs) {
      await store.touch(db, row.org_id, row.id, now, now - usedEveryMs + 1);
    }
    return caller;
  };
}

async function toCaller({ agents }: KeyCallersDeps, row: ApiKeyRow, role: Role): Promise<Caller> {
  const { org_id: organisation, purpose, user_id: user, agent_id: agentId, gateway_id: gatewayId } = row;
  const common = {
    ...({ organisation, authentication: 'api_key', isDeployment: false, credentialId: row.id } as const),
    scopes: limitTo(row.scopes),
  };
  if (purpose === 'gateway') {
    const maker = { user, kind: 'person', role, organisation, scopes: 'all', isDeployment: false } as const;
    const mayAppoint = isAllowed(maker, 'gateways.appoint', { orgId: organisation });
    if (!mayAppoint) throw dead('the person who made the API key may no longer create gateway keys', 'key_orphaned');
    if (gatewayId === null) {
      throw dead('the API key names no gateway: create another one with gateway_id', 'key_names_no_gateway');
    }
    const served = row.workspace_ids === null ? {} : { servedWorkspaces: row.workspace_ids };
    return { ...common, user: row.id, kind: 'gateway', role: 'gateway', gatewayId, ...served };
  }
  if (purpose !== 'agent') return { ...common, user, kind: 'person', role };
  if (agentId === null) throw new Error(`key ${row.id} with purpose agent names no agent`);
  const agent = await agents.findForToken(organisation, agentId);
  if (agent?.status !== 'active') throw dead('the agent of the API key is not active', 'agent_inactive');
  return { ...common, user: agentId, kind: 'agent', role: 'agent', owners: agent.owners, agentId };
}

/** Gives the scopes of a limited credential. Every known caller may ask about itself, whatever the limit. */
export function limitTo(scopes: readonly string[]): Caller['scopes'] {
  return scopes.includes(fullScope) ? 'all' : [...scopes, 'self'];
}

function dead(detail: string, reason: string): AppError {
  return new AppError('unauthorized', detail, { detail, extensions: { reason } });
}
