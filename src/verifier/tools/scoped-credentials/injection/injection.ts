/**
 * Gives a gateway what to inject into one call: the credential of this agent or of the person that it acts for, in its form.
 * Never gives anybody else's credential; says why if one is not ready.
 */
import { sql } from 'drizzle-orm';
import type { AuthStatus } from '../../../../contract/api/scoped-credentials/states.ts';
import type { InjectionAnswer, InjectionQuestion } from '../../../../contract/injection.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, query } from '../../../../platform/db/db.ts';
import { forbidden } from '../../../../platform/refusals.ts';
import type { Secret } from '../../../../platform/secret.ts';
import { assertServes } from '../../../base/access/served-workspaces.ts';
import type { Author } from '../../../base/control/author.ts';
import { widenScopes } from '../../foreign-oauth/scopes.ts';
import type { CredentialQuery, CredentialResolution, EffectiveCredential, ScopedCredentials } from '../ports.ts';
import { previousVersion, readIfThere } from '../refresh/ask.ts';
import { isFresh, slackMs } from '../refresh/times.ts';
import type { ScopedCredentialRow } from '../tables.ts';
import { isWidened } from '../want-scopes.ts';
import { checkDelegatedToken, type Delegated, findAgent, findDelegated, type GrantCheckDeps } from './grant.ts';
import { type Injected, nothingInjected, toInjected } from './headers.ts';
import { createUpstreamTokenExchange, type ExchangeToken, type TokenDeps, takeClientToken } from './tokens.ts';
import { createWiderTokens, isOpenClient, type TakeWiderToken, type WiderTokensDeps } from './wider-tokens.ts';

export interface Injections {
  /**
   * @throws AppError `not_found` (`unknown_agent`), `agent_suspended` and the like, `forbidden` (`no_active_delegation`,
   * `token_mismatch`), `unavailable` while the authorization server or the vault is away.
   */
  give(caller: Author, question: InjectionQuestion): Promise<InjectionAnswer>;
}

export interface InjectionDeps extends GrantCheckDeps, TokenDeps, WiderTokensDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly oauth: TokenDeps['oauth'] & WiderTokensDeps['oauth'];
  readonly resolution: Pick<CredentialResolution, 'resolve'>;
  readonly wantScopesIn: ScopedCredentials['wantScopesIn'];
  readonly noteUse: (row: ScopedCredentialRow) => Promise<void>;
  /** Page where a person connects; undefined while no page can be opened. */
  readonly connectUrl: string | undefined;
}

interface Core extends InjectionDeps {
  readonly exchange: ExchangeToken;
  readonly takeWider: TakeWiderToken;
}

/** One question of a gateway, with what was read for it. */
interface Asked {
  readonly question: InjectionQuestion;
  readonly request: CredentialQuery;
  readonly delegated: Delegated | undefined;
}

export function createInjections(deps: InjectionDeps): Injections {
  const core = { ...deps, exchange: createUpstreamTokenExchange(deps), takeWider: createWiderTokens(deps) };
  return {
    async give(caller, question) {
      const { orgId, actor } = caller;
      if (actor !== undefined) throw forbidden('a delegation cannot act for a gateway');
      const workspaceId = await findAgent(deps, orgId, question.agent_id);
      assertServes(caller, workspaceId);
      const delegated = await findDelegated(deps, orgId, question);
      const { agent_id: agentId, service, resource, scopes = [] } = question;
      const request = { agentId, workspaceId, service, resource, userId: delegated?.userId, scopes };
      const first = await deps.resolution.resolve(deps.db, orgId, request);
      // Queried only if it matters: most credentials are for one resource.
      const isWide = first.credential?.agent_id === null && first.credential.resource === null;
      const isPlaceChosen = isWide && (await hasChosenPlace(deps.db, orgId, request));
      const asked = { question, request: { ...request, isPlaceChosen }, delegated };
      const usable = isPlaceChosen ? await deps.resolution.resolve(deps.db, orgId, asked.request) : first;
      const found = await keepGood(core, orgId, asked, usable);
      if (found.status === 'insufficient_scope') await wantMore(core, caller, found);
      return (await giveFrom(core, asked, found)) ?? notReady(core, found, 'error');
    },
  };
}

/** True if this agent has the service as an app whose host was chosen by the person who installed it. */
async function hasChosenPlace(db: Db, orgId: string, { agentId, service }: CredentialQuery): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from installations where org_id = ${orgId} and agent_id = ${agentId} and service = ${service}
      and status <> 'removed' and auth ->> 'is_host_chosen' = 'true' limit 1`,
  );
  return rows.length > 0;
}

/** Refreshes once, if the service answered 401 or the token has run out. */
async function keepGood(
  { db, clock, resolution, refresh }: Core,
  orgId: string,
  { question: { failed }, request }: Asked,
  found: EffectiveCredential,
): Promise<EffectiveCredential> {
  const { credential: row } = found;
  if (row === undefined) return found;
  const failedVersion = failed?.credential_id === row.id ? failed.version : undefined;
  const isOver = row.auth_type === 'oauth2_code' && !isFresh(row, clock.now());
  // The scopes of a client are known only from its first token.
  const isUnasked = row.auth_type === 'client_credentials' && row.last_refreshed_at === null;
  if (failedVersion === undefined && !isOver && !isUnasked) return found;
  await refresh(orgId, row.id, failedVersion ?? row.version);
  return resolution.resolve(db, orgId, request);
}

/** Adds the scopes of the call to the next connection request; each scope is written once. */
async function wantMore(core: Core, caller: Author, { credential: row, scopesMissing }: EffectiveCredential) {
  if (row === undefined || !isWidened(row) || widenScopes(row.requested_scopes, scopesMissing) === undefined) return;
  await core.db.transaction((tx) => core.wantScopesIn(tx, caller, row.id, scopesMissing));
}

async function giveFrom(core: Core, asked: Asked, found: EffectiveCredential): Promise<InjectionAnswer | undefined> {
  const { credential: row, status } = found;
  if (row === undefined) return notReady(core, found, status);
  // Scopes of an exchanged token are requested in the exchange: the authorization server decides which it grants.
  const isAsked = status === 'insufficient_scope' && (row.auth_type === 'token_exchange' || isOpenClient(row));
  if (status !== 'ready' && !isAsked) return notReady(core, found, status);
  switch (row.auth_type) {
    case 'client_credentials': {
      if (isAsked) return giveWider(core, asked, found, row);
      const given = await takeClientToken(core, row);
      if (given !== undefined) return toAnswer(core, asked, given.row, { ...given, method: 'client_credentials' });
      const now = await core.resolution.resolve(core.db, row.org_id, asked.request);
      return now.status === 'ready' ? undefined : notReady(core, now, now.status);
    }
    case 'token_exchange':
      return giveExchanged(core, asked, found, row);
    case 'oauth2_code': {
      // A token that could not be refreshed in time is usable until its end.
      if (row.expires_at !== null && row.expires_at <= core.clock.now()) return undefined;
      const token = await readIfThere(core, row, 'access_token');
      return token && toAnswer(core, asked, row, { token, ends: row.expires_at, method: 'sidecar' });
    }
    case 'api_key':
    case 'basic':
    case 'mtls':
      return giveStored(core, asked, row);
  }
}

/** Fetches a token of the credential's own client with the extra scopes of the call. */
async function giveWider(core: Core, asked: Asked, found: EffectiveCredential, row: ScopedCredentialRow) {
  const given = await core.takeWider(row, asked.question.scopes ?? []);
  if (given === undefined) return notReady(core, found, 'insufficient_scope');
  return toAnswer(core, asked, row, { ...given, method: 'client_credentials' });
}

/** Gives the secret itself; during a rotation's overlap the previous one, if the service refused the new one. */
async function giveStored(core: Core, asked: Asked, row: ScopedCredentialRow): Promise<InjectionAnswer | undefined> {
  const { failed } = asked.question;
  const isRefused = failed?.credential_id === row.id && failed.version === row.version && row.auth_type !== 'mtls';
  const { overlap_until: overlap } = row.rotation;
  const before = isRefused && overlap !== null && overlap > core.clock.now() ? previousVersion(row) : undefined;
  if (before !== undefined) {
    const token = await readIfThere(core, row, 'secret', before);
    // For this call only: the next one uses the new secret again.
    const old = { ...row, version: before };
    if (token !== undefined) return toAnswer(core, asked, old, { token, ends: core.clock.now(), method: 'sidecar' });
  }
  const token = await readIfThere(core, row, 'secret');
  return token && toAnswer(core, asked, row, { token, ends: row.expires_at, method: 'sidecar' });
}

async function giveExchanged(
  core: Core,
  asked: Asked,
  found: EffectiveCredential,
  row: ScopedCredentialRow,
): Promise<InjectionAnswer | undefined> {
  const { question, request, delegated } = asked;
  if (delegated?.token === undefined) return undefined;
  const subjectEnds = await checkDelegatedToken(core, row.org_id, request.agentId, delegated, delegated.token);
  const given = await core.exchange(row, {
    subjectToken: delegated.token,
    subjectEnds,
    resource: request.resource ?? row.resource ?? '',
    scopes: question.scopes ?? row.requested_scopes,
    isFailed: question.failed?.credential_id === row.id,
  });
  if (given.kind === 'token') return toAnswer(core, asked, row, { ...given, method: 'token_exchange' });
  if (given.kind === 'refused' && given.error === 'invalid_scope') {
    return { ...notReady(core, found, 'insufficient_scope'), scopes_missing: [...(question.scopes ?? [])] };
  }
  return undefined;
}

interface Given {
  readonly token: Secret;
  readonly ends: number | null;
  readonly method: NonNullable<InjectionAnswer['method']>;
}

async function toAnswer(
  core: Core,
  { delegated }: Asked,
  row: ScopedCredentialRow,
  { token, ends, method }: Given,
): Promise<InjectionAnswer | undefined> {
  const injected: Injected | undefined = toInjected(row, token);
  if (injected === undefined) return undefined;
  await core.noteUse(row);
  const end = Math.min(ends ?? Number.POSITIVE_INFINITY, delegated?.until ?? Number.POSITIVE_INFINITY);
  const leftS = Math.floor((end - slackMs - core.clock.now()) / 1000);
  return {
    status: 'ready',
    credential_id: row.id,
    version: row.version,
    method,
    ...injected,
    good_for_s: Math.max(0, Math.min(maxKeptS, leftS)),
    scopes_missing: [],
    connect_url: null,
  };
}

/** Maximum time that a gateway may cache an answer. */
const maxKeptS = 60;

/** Statuses that a person can resolve by connecting. */
const connectable: readonly AuthStatus[] = [
  ...(['connect_required', 'pending', 'expired', 'reauth_required', 'insufficient_scope'] as const),
];

function notReady(
  core: Core,
  { credential: row, scopesMissing }: EffectiveCredential,
  status: AuthStatus,
): InjectionAnswer {
  return {
    ...nothingInjected,
    status,
    credential_id: row?.id ?? null,
    version: row?.version ?? 0,
    method: null,
    good_for_s: 0,
    scopes_missing: [...scopesMissing],
    connect_url: connectable.includes(status) ? (core.connectUrl ?? null) : null,
  };
}
