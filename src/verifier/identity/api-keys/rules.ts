/** Rules of making and changing API keys: nobody gains rights or time by a key. */

import type { CreateApiKey, RotateApiKey } from '../../../contract/api/api-keys/shapes.ts';
import type { KeyPurpose } from '../../../contract/api/api-keys/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import { forbidden, unprocessable } from '../../../platform/refusals.ts';
import { gatewayCallScope } from '../../base/access/actions.ts';
import { type AccessTarget, isAllowed } from '../../base/access/authorize.ts';
import type { Author } from '../../base/control/author.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { AgentLookup } from './ports.ts';
import { mayHold, servesPurpose } from './scopes.ts';
import type { ApiKeyStore } from './store.ts';
import type { ApiKeyRow } from './tables.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxLifetimeMs = 365 * dayMs;
/** Most valid keys in one organisation. */
const maxLive = 10_000;

export interface KeyRules {
  /** @returns the key's expiry, in milliseconds. @throws AppError. */
  assertMayMake(tx: Db, author: Author, request: CreateApiKey): Promise<number>;
  /** @returns the key's expiry, in milliseconds. @throws AppError. */
  assertMayRotate(tx: Db, author: Author, row: ApiKeyRow, request: RotateApiKey): Promise<number>;
  /** @throws AppError `conflict` (`last_key`) if an active agent would have no credential left. */
  assertNotLast(tx: Db, row: ApiKeyRow): Promise<void>;
}

export interface KeyRulesDeps {
  readonly store: ApiKeyStore;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly agents: AgentLookup;
  readonly clock: Clock;
}

interface Wanted {
  readonly purpose: KeyPurpose;
  readonly scopes: readonly string[];
  readonly agentId: string | null;
}

export function createKeyRules({ store, workspaces, agents, clock }: KeyRulesDeps): KeyRules {
  const assertRights = async (tx: Db, author: Author, wanted: Wanted): Promise<void> => {
    assertPersonal(author);
    if (wanted.purpose === 'gateway' && !isKeyAdmin(author))
      throw forbidden('only an admin can create a key with purpose gateway');
    const target = await findTarget(tx, author, wanted);
    const asker = { ...author, organisation: author.orgId };
    for (const [index, scope] of wanted.scopes.entries()) {
      if (!mayHold(asker, scope, target))
        throw forbidden(`you lack the scope ${scope}, so a key of yours cannot have it`);
      if (servesPurpose(wanted.purpose, scope)) continue;
      const message = `a key with purpose ${wanted.purpose} cannot use the scope ${scope}`;
      throw unprocessable('scope_useless', `/scopes/${index}`, message);
    }
  };

  const findTarget = async (tx: Db, author: Author, { purpose, agentId }: Wanted): Promise<AccessTarget> => {
    if (purpose !== 'agent') return { orgId: author.orgId };
    const access = agentId === null ? undefined : await agents.findAccess(tx, author.orgId, agentId);
    if (access === undefined) throw unprocessable('agent_unknown', '/agent_id', 'there is no such agent');
    const asker = { ...author, organisation: author.orgId, scopes: 'all' } as const;
    if (!isAllowed(asker, 'agents.edit', access))
      throw forbidden('only an operator or an owner of the agent can create its keys');
    return access;
  };

  const assertWorkspaces = async (tx: Db, orgId: string, ids: readonly string[]): Promise<void> => {
    for (const [index, id] of ids.entries()) {
      if ((await workspaces.find(tx, orgId, id)) !== undefined) continue;
      throw unprocessable('workspace_unknown', `/workspace_ids/${index}`, `there is no workspace ${id}`);
    }
  };

  const readExpiry = async (tx: Db, author: Author, text: string): Promise<number> => {
    const now = clock.now();
    const at = Date.parse(text);
    if (!(at > now && at <= now + maxLifetimeMs)) {
      throw unprocessable('expiry_out_of_range', '/expires_at', 'a key must end in the future, within 365 days');
    }
    await assertNotLonger(tx, author, at);
    return at;
  };

  const assertNotLonger = async (tx: Db, author: Author, at: number): Promise<void> => {
    const own = author.credentialId === undefined ? undefined : await store.find(tx, author.orgId, author.credentialId);
    if (own !== undefined && at > own.row.expires_at) {
      throw forbidden('a key that is created with another key cannot outlive it');
    }
  };

  return {
    async assertMayMake(tx, author, request) {
      const { purpose, scopes, agent_id: agentId = null, workspace_id: workspaceId } = request;
      assertFits(request);
      await assertRights(tx, author, { purpose, scopes, agentId });
      if (workspaceId !== undefined && (await workspaces.find(tx, author.orgId, workspaceId)) === undefined) {
        throw unprocessable('workspace_unknown', '/workspace_id', 'there is no such workspace');
      }
      await assertWorkspaces(tx, author.orgId, request.workspace_ids ?? []);
      if ((await store.countLive(tx, author.orgId, clock.now())) >= maxLive) {
        throw keyConflict(`an organisation has at most ${maxLive} active keys: revoke some`, 'too_many_keys');
      }
      return readExpiry(tx, author, request.expires_at);
    },
    async assertMayRotate(tx, author, row, request) {
      const { purpose, scopes, agent_id: agentId } = row;
      // Anybody who sees the new key can act as its person, so an admin may only revoke it.
      const isPersonal = purpose !== 'gateway' && purpose !== 'agent';
      if (isPersonal && row.user_id !== author.user) {
        throw forbidden('only the person can rotate a key that acts as them; revoke it instead');
      }
      await assertRights(tx, author, { purpose, scopes, agentId });
      if (request.expires_at !== undefined) return readExpiry(tx, author, request.expires_at);
      // Anybody who sees the new key can use it until it expires.
      await assertNotLonger(tx, author, row.expires_at);
      return row.expires_at;
    },
    async assertNotLast(tx, { org_id: orgId, agent_id: agentId, id }) {
      if (agentId === null) return;
      const now = clock.now();
      const live = await store.listLive(tx, orgId, now, { agentId });
      const isLast = live.some(({ row }) => row.id === id) && live.length === 1;
      if (!isLast) return;
      if (!(await agents.needsKey(tx, orgId, agentId))) return;
      throw keyConflict('it is the last key of an active agent: rotate it, without an overlap if need be', 'last_key');
    },
  };
}

/** Tells whether an author manages others' keys and gateways' keys: by role, since the endpoint has checked the scope. */
export function isKeyAdmin(author: Author): boolean {
  const asker = { ...author, organisation: author.orgId, scopes: 'all' } as const;
  return isAllowed(asker, 'members.write', { orgId: author.orgId });
}

/** Only people and the operator token make keys: not services, and not a caller on this machine without a credential. */
function assertPersonal({ kind, role }: Author): void {
  if (kind === 'person' || (kind === 'operator' && role === 'admin')) return;
  throw forbidden('only signed-in people and the operator token create keys');
}

function assertFits(request: CreateApiKey): void {
  const { purpose, scopes, agent_id: agentId, workspace_id: workspaceId, gateway_id: gatewayId } = request;
  if ((purpose === 'gateway') !== (gatewayId !== undefined)) {
    const message = 'purpose gateway needs gateway_id; no other purpose takes it';
    throw unprocessable('gateway_and_purpose', '/gateway_id', message);
  }
  if (purpose !== 'gateway' && request.workspace_ids !== undefined) {
    const message = 'workspace_ids limits what a gateway serves, so only purpose gateway takes it';
    throw unprocessable('workspaces_and_purpose', '/workspace_ids', message);
  }
  if ((purpose === 'agent') !== (agentId !== undefined)) {
    const message = 'purpose agent needs agent_id; no other purpose takes it';
    throw unprocessable('agent_and_purpose', '/agent_id', message);
  }
  if (workspaceId !== undefined && scopes.some((scope) => scope !== gatewayCallScope)) {
    const message = `workspace_id limits calls at the gateway, so such a key must have only the scope ${gatewayCallScope}`;
    throw unprocessable('workspace_and_scopes', '/workspace_id', message);
  }
}

export function keyNotFound(): AppError {
  const detail = 'there is no such API key';
  return new AppError('not_found', detail, { detail });
}

export function keyConflict(detail: string, reason: string): AppError {
  return problem('conflict', detail, reason);
}

function problem(code: ErrorCode, detail: string, reason: string): AppError {
  return new AppError(code, detail, { detail, extensions: { reason } });
}
