/**
 * Authenticates callers of a gateway against the bundle: API keys by their hashes, access tokens by their signatures. A
 * revoked key or suspended agent is refused as soon as a bundle says so; no call makes a request of its own.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { BundleIndex } from '../../configuration/resolve-agent.ts';
import type { BundleAccessTokens, BundleApiKey } from '../../contract/control/config-bundle.ts';
import { trustDomainOf } from '../../contract/spiffe.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller, Identify, Presented } from '../../platform/http/access.ts';
import type { Confirmation } from '../../platform/http/bound-tokens/binding.ts';
import { isAccessToken, modelGatewayUse, readAccessToken, type SoundToken, type TokenUse } from './access-token.ts';
import { refuseAgent } from './agent-refusal.ts';
import { holdsOwnSecret, isApiKeyForm } from './our-credentials.ts';

export interface AuthenticationOptions {
  /** The bundle in use; absent before the first one. */
  readonly index: () => BundleIndex | undefined;
  readonly orgId: string;
  /** Trust domain of the deployment; that of the organisation is below it. */
  readonly trustDomain: string;
  /** False: there will never be a bundle. */
  readonly isFollowing: boolean;
  readonly clock: Clock;
  /** The tokens that count; those for model gateways if absent. */
  readonly use?: TokenUse;
}

/** An authenticated caller, and the key its token is bound to; code that accepts bound tokens has the proof checked. */
export interface Known {
  readonly caller: Caller;
  readonly confirmation: Confirmation | undefined;
}

export interface GatewayAuthentication extends Identify {
  byCredential(presented: Presented): Caller | undefined;
  /** Finds the caller, and what its token is bound to. */
  find(presented: Presented): Known | undefined;
  /** True for credentials that must never reach a model server: our secrets, and access tokens, valid or not. */
  isOurs(credential: string): boolean;
}

/** Bound of cached tokens; each lives for some minutes. */
const maxTokens = 10_000;

/** The credentials of one bundle, and the tokens checked against it. */
interface Book {
  readonly index: BundleIndex | undefined;
  /** By hash. */
  readonly keys: ReadonlyMap<string, BundleApiKey>;
  /** Callers by key, made at the first call. */
  readonly holders: Map<string, Known>;
  readonly tokens: BundleAccessTokens | undefined;
  readonly endedGrants: ReadonlySet<string>;
  readonly revokedTokens: ReadonlySet<string>;
  readonly endedGrantsCut: number | undefined;
  readonly revokedTokensCut: number | undefined;
  readonly checked: Map<string, Known & { readonly untilMs: number }>;
}

export function createGatewayAuthentication(options: AuthenticationOptions): GatewayAuthentication {
  const { index, orgId, isFollowing, clock, use = modelGatewayUse } = options;
  const trustDomain = trustDomainOf(options.trustDomain, orgId);
  let book = toBook(undefined);

  /** A new bundle starts a new book, so every token is checked again. */
  const present = (): Book => {
    const now = index();
    if (now !== book.index) book = toBook(now);
    return book;
  };

  const findApiKey = (credential: string): Known => {
    const { index: held, keys, holders } = present();
    if (held === undefined && isFollowing) throw notKnownYet();
    const hash = sha256Hex(credential);
    const found = isApiKeyForm(credential) ? keys.get(hash) : undefined;
    if (found === undefined) throw refuse('the API key is unknown: it was revoked, or it cannot call gateways');
    if (found.expires_at !== undefined && clock.now() >= found.expires_at) throw refuse('the API key has expired');
    const holder = holders.get(hash) ?? { caller: toKeyCaller(found, orgId, use), confirmation: undefined };
    holders.set(hash, holder);
    return holder;
  };

  const findToken = (credential: string): Known | undefined => {
    const now = present();
    const { index: held, checked } = now;
    const hash = sha256Hex(credential);
    const before = checked.get(hash);
    const nowMs = clock.now();
    if (before !== undefined && nowMs < before.untilMs) {
      // Re-inserting makes it the last to be dropped.
      checked.delete(hash);
      checked.set(hash, before);
      return before;
    }
    const { tokens, endedGrants, revokedTokens, endedGrantsCut, revokedTokensCut } = now;
    const reading = readAccessToken(credential, {
      tokens,
      endedGrants,
      revokedTokens,
      endedGrantsCut,
      revokedTokensCut,
      orgId,
      trustDomain,
      nowMs,
      use,
      agent: (id) => held?.agent(id),
    });
    if (reading.kind === 'foreign') return undefined;
    if (held === undefined && isFollowing) throw notKnownYet();
    if (reading.kind === 'not_active') throw refuseAgent(reading.status) ?? refuse('its agent is not active');
    if (reading.kind === 'refused') throw refuse(`the access token cannot be used: ${reading.reason}`);
    const { confirmation, untilMs } = reading.token;
    const known = { caller: toTokenCaller(reading.token, orgId), confirmation, untilMs };
    remember(checked, hash, known);
    return known;
  };

  const find = ({ credential }: Presented): Known | undefined => {
    if (holdsOwnSecret(credential)) return findApiKey(credential);
    return credential.startsWith('eyJ') ? findToken(credential) : undefined;
  };

  return {
    find,
    byCredential: (presented) => find(presented)?.caller,
    isOurs: (credential) => holdsOwnSecret(credential) || isAccessToken(credential, present()),
  };
}

function toBook(index: BundleIndex | undefined): Book {
  const keys = new Map<string, BundleApiKey>();
  for (const key of index?.bundle.api_keys ?? []) keys.set(key.sha256, key);
  const { access_tokens: tokens, ended_grants: grants = [], revoked_tokens: revoked = [] } = index?.bundle ?? {};
  return {
    index,
    keys,
    holders: new Map(),
    tokens,
    checked: new Map(),
    endedGrants: new Set(grants.map(({ id }) => id)),
    revokedTokens: new Set(revoked.map(({ jti }) => jti)),
    endedGrantsCut: index?.bundle.ended_grants_cut,
    revokedTokensCut: index?.bundle.revoked_tokens_cut,
  };
}

function remember<Value>(checked: Map<string, Value>, hash: string, value: Value): void {
  const oldest = checked.size >= maxTokens ? checked.keys().next().value : undefined;
  if (oldest !== undefined) checked.delete(oldest);
  checked.set(hash, value);
}

const least = { role: 'agent', isDeployment: false } as const;

function toKeyCaller(key: BundleApiKey, organisation: string, { scopes }: TokenUse): Caller {
  const { id, agent_id: agentId, workspace_id: workspaceId } = key;
  return {
    user: agentId ?? id,
    kind: agentId === undefined ? 'person' : 'agent',
    ...least,
    scopes,
    organisation,
    authentication: 'api_key',
    credentialId: id,
    ...(agentId === undefined ? {} : { agentId }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
  };
}

function toTokenCaller(token: SoundToken, organisation: string): Caller {
  const { holder, tokenId, clientId, onBehalfOf, grantId, scopes } = token;
  return {
    user: holder.id,
    kind: holder.kind,
    ...least,
    organisation,
    authentication: 'oauth',
    credentialId: tokenId,
    scopes,
    ...(holder.kind === 'agent' ? { agentId: holder.id } : {}),
    ...(clientId === undefined ? {} : { clientId }),
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    ...(grantId === undefined ? {} : { grantId }),
  };
}

function refuse(detail: string): AppError {
  return new AppError('unauthorized', detail, { detail });
}

function notKnownYet(): AppError {
  const detail = 'The verifier has not sent the keys and tokens yet. Try again shortly.';
  return new AppError('unavailable', 'there is no bundle with credentials', { detail, retryAfterS: 5 });
}
