/**
 * Token exchange (RFC 8693): an agent presents a person's token and its own, and gets a token that says it acts for the person,
 * under the person's consent. The checks run in a fixed order, and each has its own refusal code. Independent of any framework:
 * both endpoints call it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type ActClaim, actorsOf } from '../../../contract/act-claim.ts';
import { tokenExchangeGrant, tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/access.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import { delegatedTokensTable } from '../../identity/issuer/delegated-tokens-table.ts';
import type { GrantParts, IssuerDependencies, Replays } from '../../identity/issuer/ports.ts';
import { signAccessToken } from '../../identity/issuer/sign-access-token.ts';
import type { Delegations } from '../delegations/ports.ts';
import { type Actor, type ActorDeps, markShown, readActor } from './actor.ts';
import { assertShown, readBindings, type ShownBindings } from './bindings.ts';
import { assertChainAddress } from './chain-address.ts';
import { authenticateExchanger, type Exchanger } from './client.ts';
import { askForConsent } from './consent.ts';
import { type Decision, decide } from './decide.ts';
import { toScopes } from './narrow.ts';
import { type ExchangeParameters, type ExchangeRequest, readRequest } from './parameters.ts';
import { refuseExchange } from './refusals.ts';
import { findSubject, type Subject, type SubjectDeps } from './subject.ts';
import { isReadable, makeOpaqueToken, type NewToken, toAct, toRow } from './token.ts';

/** A call of either endpoint. */
export interface ExchangeCall {
  readonly parameters: ExchangeParameters;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** The called endpoint, as the issuer names it. */
  readonly url: string;
  readonly origin: CallOrigin;
}

/** The answer as it is sent. */
export interface ExchangeResult {
  readonly access_token: string;
  readonly issued_token_type: string;
  readonly token_type: 'Bearer' | 'DPoP';
  readonly expires_in: number;
  readonly scope: string;
  readonly grant_id: string;
  readonly act: ActClaim;
}

export interface ExchangeDeps extends GrantParts, SubjectDeps, Omit<ActorDeps, 'agents' | 'now'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly replays: Replays;
  readonly agents: AgentStandings & Pick<IssuerDependencies['agents'], 'noteToken'>;
  readonly delegations: Pick<Delegations, 'takeActive' | 'noteUse' | 'requestConsent' | 'endSpent'>;
  /** Clients that may exchange for every agent of their organisation. */
  readonly onBehalfClients: ReadonlySet<string>;
}

/** @throws AppError with `error` (RFC 8693 section 2.2.2) and `error_code` for a refusal. */
export type TokenExchanger = (call: ExchangeCall) => Promise<ExchangeResult>;

/** The results of the checks before the grants. */
interface Examined {
  readonly request: ExchangeRequest;
  readonly exchanger: Exchanger;
  readonly bindings: ShownBindings;
  readonly subject: Subject;
  readonly actor: Actor;
  /** `max_delegation_depth` of every agent that the new token names. */
  readonly depths: readonly number[];
}

export function createTokenExchanger(deps: ExchangeDeps): TokenExchanger {
  return async (call) => {
    const examined = await examine(deps, call);
    const token = await issue(deps, call, examined);
    return toResult(deps, examined, token);
  };
}

/** Makes checks 1 to 7, and collects what check 11 needs. */
async function examine(deps: ExchangeDeps, call: ExchangeCall): Promise<Examined> {
  const exchanger = await authenticateExchanger(deps, call);
  const request = readRequest(call.parameters, tokenExchangeGrant);
  const bindings = await readBindings(deps, call, exchanger.metadata);
  const actorDeps = { ...deps, now: deps.clock.now };
  // Both tokens are checked at the same time, but errors are reported in the order of the checks.
  const shown = settle(readActor(actorDeps, request));
  const subject = await findSubject(deps, request.subjectToken, exchanger.orgId);
  assertShown(subject.cnf, bindings.shown, 'subject_token_invalid');
  await assertChainAddress(deps.db, exchanger.orgId, subject, call.origin.ipAddress);
  const actor = (await shown)();
  await markShown(actorDeps, actor);
  assertShown(actor.cnf, bindings.shown, 'actor_token_invalid');
  assertMayAct(deps, exchanger, actor, subject);
  const { agent } = actor;
  if (agent.status !== 'active')
    throw refuseExchange('agent_suspended', `the agent is ${agent.status.replace('_', ' ')}`);
  if (agent.injectionMethod === 'client_credentials') {
    const why = 'the injection method of the agent is client_credentials, so it acts for itself only';
    throw refuseExchange('client_not_allowed', why, { error: 'unauthorized_client' });
  }
  if (!agent.accessManifest.account_domains.includes(subject.accountDomain)) {
    throw refuseExchange(
      'account_domain_not_allowed',
      'the access manifest of the agent does not name the account domain',
    );
  }
  return { request, exchanger, bindings, subject, actor, depths: await readDepths(deps, actor, subject) };
}

/** Stores the outcome of a promise for later. */
function settle<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}

/** Check 5, and the `may_act` of the person's issuer (RFC 8693 section 4.4). */
function assertMayAct({ issuer }: ExchangeDeps, exchanger: Exchanger, { agent }: Actor, { mayAct }: Subject): void {
  const isOwn = exchanger.mayActForOthers || agent.id === exchanger.agentId;
  if (agent.orgId !== exchanger.orgId || !isOwn) {
    throw refuseExchange('actor_client_mismatch', 'the actor is not the agent of the authenticated client');
  }
  if (mayAct === undefined) return;
  const [sub, iss] = ['sub', 'iss'].map((name) => Reflect.get(Object(mayAct), name));
  if (sub === agent.spiffeId && (iss === undefined || iss === issuer)) return;
  throw refuseExchange('subject_token_invalid', 'the subject token allows another actor');
}

async function readDepths({ agents }: ExchangeDeps, { agent }: Actor, { chain }: Subject): Promise<number[]> {
  const before = await Promise.all(actorsOf(chain?.act).map((spiffeId) => agents.findByIdentity(spiffeId)));
  return [agent, ...before].map((each) => each?.accessManifest.max_delegation_depth ?? 0);
}

/**
 * Makes checks 8 to 12 and the token's record in one transaction with the grants locked, so that a revocation comes either before
 * or after it.
 */
async function issue(deps: ExchangeDeps, call: ExchangeCall, examined: Examined): Promise<NewToken> {
  const { db, delegations, agents } = deps;
  const { subject, actor } = examined;
  const { orgId, id: agentId } = actor.agent;
  const pair = { subjectId: subject.userId, agentId };
  await agents.noteToken(orgId, agentId);
  // A refusal is returned, not thrown: it must not roll back the transaction.
  let isAskable = false;
  const made = await db.transaction(async (tx) => {
    const grants = await delegations.takeActive(tx, orgId, pair);
    isAskable = grants.length === 0 || isOfNone(deps, examined.request.targets, grants);
    const decision = tryDecide(deps, call, examined, grants);
    if (decision instanceof AppError) return decision;
    const token = toToken(deps, examined, decision);
    const row = toRow(token);
    if (!isReadable(row.claims)) return refuseLong();
    const insert = tx.insert(delegatedTokensTable).values(row).prepare('delegated_token');
    await insert.execute();
    await delegations.noteUse(tx, decision.grant);
    return token;
  });
  if (!(made instanceof AppError)) return made;
  if (!isAskable) throw made;
  await delegations.endSpent(orgId, pair);
  const asked = await askForConsent(deps, { ...examined, refusal: made, origin: call.origin });
  // If a grant for something else exists, the first refusal says better what is wrong.
  const isAsked = asked.extensions?.['consent_request_id'] !== undefined;
  throw isAsked || made.extensions?.['error_code'] === 'no_active_delegation' ? asked : made;
}

/** Tells whether a named resource has no consent yet. */
function isOfNone(
  { resources }: ExchangeDeps,
  targets: readonly string[],
  grants: readonly { readonly resources: readonly string[] }[],
): boolean {
  const toCanonical = (uri: string) => resources.find(uri)?.uri ?? uri;
  const granted = new Set(grants.flatMap((grant) => grant.resources.map(toCanonical)));
  return targets.length > 0 && targets.every((target) => !granted.has(toCanonical(target)));
}

function refuseLong(): AppError {
  const description = 'the token would be too long for its readers: request fewer scopes, or allow fewer tools';
  return refuseExchange('malformed_request', description, { error: 'invalid_scope' });
}

function tryDecide(
  { clock, resources }: ExchangeDeps,
  { origin }: ExchangeCall,
  { request, subject, actor, exchanger, depths }: Examined,
  grants: Parameters<typeof decide>[0],
): Decision | AppError {
  const scope = exchanger.metadata['scope'];
  try {
    const decision = decide(grants, request, {
      nowMs: clock.now(),
      address: origin.ipAddress,
      manifest: actor.agent.accessManifest,
      depths,
      subjectScopes: subject.scopes,
      clientScopes: typeof scope === 'string' ? toScopes(scope) : undefined,
      endsS: [subject.expiresAtS, actor.expiresAtS],
      toCanonical: (target) => resources.find(target)?.uri ?? target,
    });
    assertServed(resources.find(decision.resource)?.format, request, subject, decision.resource === resources.api.uri);
    return decision;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

function assertServed(
  format: 'jwt' | 'opaque' | undefined,
  { requestedTokenType }: ExchangeRequest,
  { isLimited }: Subject,
  isOwnApi: boolean,
): void {
  if (format === 'opaque' && requestedTokenType === tokenTypes.jwt) {
    throw refuseExchange('malformed_request', 'requested_token_type: tokens for this resource are opaque');
  }
  if (isLimited && isOwnApi) {
    const description = 'the issuer of the subject token gives the person fewer rights than this token needs';
    throw refuseExchange('resource_not_granted', description, { error: 'invalid_target' });
  }
}

function toToken(deps: ExchangeDeps, { exchanger, subject, actor, bindings }: Examined, decision: Decision): NewToken {
  const { issuer, resources, clock, randomBytes } = deps;
  const isOpaque = resources.find(decision.resource)?.format === 'opaque';
  return {
    issuer,
    subject,
    decision,
    cnf: bindings.cnf,
    jti: createId('dtk', clock, randomBytes),
    orgId: actor.agent.orgId,
    clientId: exchanger.clientId,
    agent: actor.agent,
    opaque: isOpaque ? makeOpaqueToken(randomBytes) : undefined,
  };
}

function toResult({ issuer, keys }: ExchangeDeps, { request }: Examined, token: NewToken): ExchangeResult {
  const { decision, subject, agent, cnf, opaque } = token;
  return {
    access_token: opaque ?? signAccessToken(keys.active, toRow(token).claims),
    issued_token_type: request.requestedTokenType ?? tokenTypes.accessToken,
    token_type: cnf?.jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: decision.expiresAtS - decision.issuedAtS,
    scope: decision.scopes.join(' '),
    grant_id: decision.grant.id,
    act: toAct(issuer, agent.spiffeId, subject),
  };
}
