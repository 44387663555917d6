/** Makes credentials: turns a request into a row and, if it carries a secret, seals that secret. */

import type { CreateCredential } from '../../../contract/api/scoped-credentials/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import type { Author } from '../../base/control/author.ts';
import type { SealedSecret } from '../../base/vault/ports.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { CredentialCore } from './core.ts';
import { assertNotEnforced, assertShareable } from './enforced.ts';
import { createFingerprint } from './fingerprint.ts';
import { toInjection } from './injection-rules.ts';
import { assertUri, checkSecret, isClient, takesSecret, toConfig } from './material.ts';
import type { NewCredential, ScopedCredentials } from './ports.ts';
import { credentialConflict } from './refuse.ts';
import { toRotation } from './rotation-plan.ts';
import { placeOf } from './secret-places.ts';
import type { NewCredentialRow } from './store.ts';
import type { ScopedCredentialRow } from './tables.ts';
import { assertMayAllowInDelegation, assertMayWrite } from './visibility.ts';

/** A row that is not stored yet. Its secret is already sealed, because the key may be remote. */
export interface PreparedCredential {
  readonly row: NewCredentialRow;
  readonly sealed: SealedSecret | undefined;
}

export interface CredentialCreation {
  /** Runs outside of the transaction. @throws AppError `forbidden`, `unprocessable`, `not_found`, `unavailable`. */
  prepare(author: Author, request: CreateCredential): Promise<PreparedCredential>;
  /** @throws AppError `credentialConflict` (`credential_enforced`, `credential_exists` with `credential_id`, `too_many_credentials`). */
  insert(tx: Db, author: Author, prepared: PreparedCredential): Promise<ScopedCredentialRow>;
  readonly ensureIn: ScopedCredentials['ensureIn'];
}

/** Maximum of living credentials per organisation, and per person in it. */
const maxLive = 100_000;
const maxOfPerson = 500;

export function createCredentialCreation(core: CredentialCore): CredentialCreation {
  const { db, store, vault, clock, changes } = core;

  const assertRoom = async (tx: Db, { org_id, user_id }: NewCredentialRow): Promise<void> => {
    const [most, whose] = user_id === null ? [maxLive, undefined] : [maxOfPerson, user_id];
    if ((await store.countLive(tx, org_id, whose)) < most) return;
    throw credentialConflict('too_many_credentials', `there are already ${most} active credentials: revoke some`);
  };

  /** Refuses a person who left while this waited for the lock: nothing would ever end that credential. */
  const assertMember = async (tx: Db, { org_id, user_id }: NewCredentialRow): Promise<void> => {
    if (user_id === null || (await core.members.roleOf(tx, org_id, user_id)) !== undefined) return;
    throw unprocessable('user_unknown', '/user_id', 'there is no such member');
  };

  const add = async (tx: Db, row: NewCredentialRow, agent: AgentStanding | undefined) => {
    await assertMember(tx, row);
    await assertNotEnforced(store, tx, row, agent?.workspaceId);
    await assertRoom(tx, row);
    const inserted = await store.insert(tx, row);
    if (inserted === undefined) throw new Error('the place was free while the organisation was held');
    return inserted;
  };

  const told = { action: 'created', message: 'a credential was added' };

  return {
    async prepare(author, request) {
      const agent = await findAgent(core, db, author, request.agent_id);
      const row = await toRow(core, db, author, { ...request, authType: request.auth_type }, agent);
      assertMayWrite(author, row, agent?.access);
      if (row.allow_in_delegation) assertMayAllowInDelegation(author);
      return seal(core, row, request.secret);
    },
    async insert(tx, author, { row, sealed }) {
      await changes.hold(tx, author.orgId);
      const agent = await findAgent(core, tx, author, row.agent_id ?? undefined);
      assertMayWrite(author, row, agent?.access);
      const there = await store.lockAt(tx, row);
      if (there !== undefined) {
        const detail = `the same scope already has such a credential: change, rotate or revoke ${there.id}`;
        throw credentialConflict('credential_exists', detail, { credential_id: there.id });
      }
      const inserted = await add(tx, row, agent);
      if (sealed !== undefined) await vault.put(tx, sealed.place, sealed);
      await core.tell(tx, author, told, [inserted]);
      return inserted;
    },
    async ensureIn(tx, author, request) {
      await changes.hold(tx, author.orgId);
      const agent = await findAgent(core, tx, author, request.agentId ?? undefined);
      const row = await toRow(core, tx, author, toRequest(request), agent);
      const there = await store.lockAt(tx, row);
      if (there !== undefined) return renew(core, tx, there, row);
      const inserted = await add(tx, row, agent);
      await core.tell(tx, author, told, [inserted]);
      return inserted;
    },
  };

  /** Updates an unconnected credential to the request's client, issuer and scopes. */
  function renew({ store: rows }: CredentialCore, tx: Db, there: ScopedCredentialRow, row: NewCredentialRow) {
    const isOpen = there.version === 0 && there.auth_type === row.auth_type;
    const { issuer, foreign_client_id, requested_scopes } = row;
    if (!isOpen || foreign_client_id === null || foreign_client_id === there.foreign_client_id) return there;
    return rows.update(tx, there, { issuer, foreign_client_id, requested_scopes, updated_at: clock.now() });
  }
}

type Request = Omit<CreateCredential, 'auth_type' | 'resource' | 'issuer' | 'agent_id' | 'user_id' | 'secret'> & {
  readonly authType: CreateCredential['auth_type'];
  readonly resource?: string | null | undefined;
  readonly issuer?: string | null | undefined;
  readonly agent_id?: string | null | undefined;
  readonly user_id?: string | null | undefined;
  readonly foreignClientId?: string | null | undefined;
};

function toRequest(request: NewCredential): Request {
  const { scope, service, resource, issuer, authType, sharingMode, agentId, userId, foreignClientId } = request;
  const { requestedScopes = [], allowInDelegation = false, injection, config } = request;
  return {
    scope: { ...scope },
    service,
    resource,
    issuer,
    authType,
    agent_id: agentId,
    user_id: userId,
    foreignClientId,
    requested_scopes: [...requestedScopes],
    allow_in_delegation: allowInDelegation,
    ...(sharingMode === undefined ? {} : { sharing_mode: sharingMode }),
    ...(injection === undefined ? {} : { injection }),
    ...(config === undefined ? {} : { config }),
  };
}

/** @throws AppError `unprocessable` (`agent_unknown`, `agent_retired`). */
async function findAgent({ agents }: CredentialCore, db: Db, { orgId }: Author, id: string | undefined) {
  if (id === undefined) return undefined;
  const agent = await agents.findStanding(db, orgId, id);
  if (agent === undefined) throw unprocessable('agent_unknown', '/agent_id', 'there is no such agent');
  if (agent.status !== 'decommissioned') return agent;
  throw unprocessable('agent_retired', '/agent_id', 'the agent is decommissioned');
}

async function toRow(
  core: CredentialCore,
  db: Db,
  author: Author,
  request: Request,
  agent: AgentStanding | undefined,
): Promise<NewCredentialRow> {
  const { service, authType, resource = null, issuer = null, sharing_mode = 'inherit', user_id = null } = request;
  const { requested_scopes = [], allow_in_delegation = false } = request;
  assertUri(resource, 'resource');
  assertUri(issuer, 'issuer');
  if (isClient(authType) && issuer === null) {
    throw unprocessable('issuer_missing', '/issuer', `auth_type ${authType} needs the issuer of its tokens`);
  }
  const scope = await toScope(core, db, author, request.scope, agent);
  if (user_id !== null && agent === undefined) {
    throw unprocessable('agent_missing', '/agent_id', 'a credential of a person is for one agent: name the agent');
  }
  assertShareable({ agent_id: agent?.id ?? null, sharing_mode, allow_in_delegation });
  const now = core.clock.now();
  return {
    org_id: author.orgId,
    id: createId('scr', core.clock, core.randomBytes),
    scope_level: scope.level,
    scope_id: scope.id,
    service,
    resource,
    issuer,
    auth_type: authType,
    sharing_mode,
    injection: toInjection(authType, request.injection),
    config: toConfig(authType, request.config),
    agent_id: agent?.id ?? null,
    user_id,
    foreign_client_id: request.foreignClientId ?? null,
    // Granted scopes of a code flow are known once tokens are granted; of a secret, the request states them.
    requested_scopes,
    granted_scopes: takesSecret(authType) ? requested_scopes : [],
    allow_in_delegation,
    upstream_account: null,
    connected_by: null,
    status: 'pending',
    status_reason: null,
    expires_at: null,
    last_used_at: null,
    last_refreshed_at: null,
    refresh_failures: 0,
    version: 0,
    fingerprint: null,
    rotation: toRotation(request.rotation),
    ...noLease,
    revision: 1,
    created_at: now,
    created_by: author.user,
    updated_at: now,
    revoked_at: null,
    revoked_by: null,
  };
}

/** @throws AppError `unprocessable`, `not_found` for an unknown workspace. */
async function toScope(
  { workspaces }: CredentialCore,
  db: Db,
  { orgId }: Author,
  scope: Request['scope'],
  agent: AgentStanding | undefined,
): Promise<{ readonly level: 'org' | 'workspace'; readonly id: string }> {
  if (scope === undefined) {
    if (agent !== undefined) return { level: 'workspace', id: agent.workspaceId };
    throw unprocessable('scope_missing', '/scope', 'a shared credential needs a scope');
  }
  const { level, id } = scope;
  const isThere = level === 'org' ? id === orgId : (await workspaces.find(db, orgId, id)) !== undefined;
  if (!isThere) {
    const detail = `there is no such ${level === 'org' ? 'organisation' : 'workspace'}`;
    throw new AppError('not_found', detail, { detail, errors: [{ pointer: '/scope/id', message: detail }] });
  }
  if (agent === undefined || level === 'org' || id === agent.workspaceId) return { level, id };
  throw unprocessable('scope_mismatch', '/scope/id', 'the agent belongs to another workspace');
}

async function seal(
  core: CredentialCore,
  row: NewCredentialRow,
  secret: string | undefined,
): Promise<PreparedCredential> {
  const { auth_type: authType, config } = row;
  const now = core.clock.now();
  if (secret === undefined && config.certificate !== undefined) {
    throw unprocessable('secret_missing', '/secret', 'a certificate needs its private key');
  }
  // Such a client authenticates with nothing: it is complete without a secret.
  const isComplete = secret !== undefined || config.client_auth === 'none';
  if (!isComplete) return { row, sealed: undefined };
  if (!takesSecret(authType) || (config.client_auth === 'none' && secret !== undefined)) {
    throw unprocessable('secret_not_taken', '/secret', 'this kind of credential takes no secret');
  }
  const expiresAt = secret === undefined ? null : checkSecret(secret, { authType, config, now });
  const whole: NewCredentialRow = {
    ...row,
    status: 'active',
    version: 1,
    fingerprint: createFingerprint(core.randomBytes),
    expires_at: expiresAt,
    rotation: toRotation(row.rotation, now),
  };
  const sealed = secret === undefined ? undefined : await core.vault.seal(placeOf(whole, 'secret'), secret);
  return { row: whole, sealed };
}
