/**
 * Checks access tokens for gateways (`at+jwt`, RFC 9068) against the bundle, without a call to the verifier. Pure. It
 * accepts tokens of agents, and tokens by which an agent acts for a person (RFC 8693): the bundle lists consents that
 * have ended. A token of a person alone is accepted only where the verifier is asked about the person too: a gateway
 * cannot know whether they are still a member.
 *
 * Some changes are not in the bundle and take effect when the token expires, after five minutes at most: a client that
 * was disabled by itself, and an agent further down the chain that was suspended and is active again.
 */
import { fromBase64Url, verifyEs256 } from '@assay/sdk/crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  activeStatus,
  type BundleAccessTokens,
  type ConfigBundle,
  accessTokenSkewMs as skewMs,
} from '../../contract/control/config-bundle.ts';
import type { OnBehalfOf } from '../../platform/http/access.ts';
import type { Confirmation } from '../../platform/http/bound-tokens/binding.ts';
import { readActingChain } from './acting-chain.ts';

/** The tokens that a gateway accepts. */
export interface TokenUse {
  /** The required `aud`; undefined: the verifier issues no tokens for such a gateway. */
  audience(tokens: BundleAccessTokens): string | undefined;
  /** Its name in refusals, e.g. `gateways`. */
  readonly name: string;
  /** Its own scopes; `assay:full` includes all of them, and so does an API key. */
  readonly scopes: readonly string[];
  /** Refuses a token without any of the scopes; otherwise the caller of this check looks at them. */
  readonly needsScope: boolean;
  /** Accepts tokens of people alone too: the caller of this check asks the verifier what these people may do. */
  readonly takesPeople: boolean;
  /** Accepts key-bound tokens too: the caller of this check verifies the proof. */
  readonly takesBound: boolean;
}

/** The rules of a model gateway. */
export const modelGatewayUse: TokenUse = {
  audience: ({ audience }) => audience,
  name: 'gateways',
  scopes: ['gateway:call'],
  needsScope: true,
  takesPeople: false,
  takesBound: false,
};

/** The state that a token is checked against. */
export interface TokenTrust {
  readonly use: TokenUse;
  readonly tokens: BundleAccessTokens | undefined;
  readonly orgId: string;
  /** Trust domain of this organisation. */
  readonly trustDomain: string;
  agent(agentId: string): BundleAgent | undefined;
  /** Ids of consents that ended early. */
  readonly endedGrants: ReadonlySet<string>;
  /** Set when a list has no room for all entries (ms): tokens that expire by then are refused, listed or not. */
  readonly revokedTokens: ReadonlySet<string>;
  /**
   * The lists are cut at these times (ms): an unlisted entry may be older, so tokens that expire by then are refused.
   */
  readonly endedGrantsCut: number | undefined;
  readonly revokedTokensCut: number | undefined;
  readonly nowMs: number;
}

type BundleAgent = ConfigBundle['agents'][number];

/** A valid token, until the bundle changes or it expires. */
export interface SoundToken {
  /** The holder: an agent, or a person who acts themselves. */
  readonly holder: { readonly kind: 'agent' | 'person'; readonly id: string };
  readonly tokenId: string;
  readonly clientId: string | undefined;
  /** The scopes of the token that matter here. */
  readonly scopes: readonly string[];
  readonly untilMs: number;
  /** The key or certificate that the token is bound to. */
  readonly confirmation: Confirmation | undefined;
  /** The person whom the agent acts for; absent where it acts for itself. */
  readonly onBehalfOf?: OnBehalfOf;
  /** For a person: the grant to the application. The verifier says whether it was withdrawn. */
  readonly grantId?: string;
}

export type TokenReading =
  | { readonly kind: 'sound'; readonly token: SoundToken }
  /** A token of ours for an inactive agent: all tokens of the agent are refused for that reason. */
  | { readonly kind: 'not_active'; readonly status: string }
  /** A token of ours that is invalid. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A token of another service. */
  | { readonly kind: 'foreign' };

const maxTokenChars = 8_192;
const fullScope = 'assay:full';
const tokenTypes = new Set(['at+jwt', 'application/at+jwt']);

const HeaderSchema = Type.Object({
  alg: Type.Literal('ES256'),
  typ: Type.String(),
  kid: Type.String({ minLength: 1, maxLength: 256 }),
});
const thumbprint = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }));
// Other confirmation methods are not supported (RFC 7800 section 3.1).
const ConfirmationSchema = Type.Object(
  { jkt: thumbprint, 'x5t#S256': thumbprint },
  { additionalProperties: false, minProperties: 1 },
);
const ClaimsSchema = Type.Object({
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Number(),
  nbf: Type.Optional(Type.Number()),
  jti: Type.String({ maxLength: 256 }),
  scope: Type.String(),
  org_id: Type.String(),
  client_id: Type.Optional(Type.String({ maxLength: 2_048 })),
  cnf: Type.Optional(Type.Unknown()),
});
const AgentClaimsSchema = Type.Object({ agent_id: Type.String(), agent_epoch: Type.Integer() });
const grantId = Type.String({ minLength: 1, maxLength: 200 });
const person = Type.String({ pattern: '^usr_[A-Za-z0-9_-]{1,124}$' });
const PersonClaimsSchema = Type.Object({
  sub: person,
  grant_id: grantId,
  agent_id: Type.Optional(Type.Never()),
  agent_epoch: Type.Optional(Type.Never()),
});
const DelegatedClaimsSchema = Type.Object({
  sub: person,
  grant_id: grantId,
  parent_grants: Type.Optional(Type.Array(grantId, { maxItems: 100 })),
  agent_epoch: Type.Integer(),
  tools: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1_000 })),
});
const checkHeader = Compile(HeaderSchema);
const checkClaims = Compile(ClaimsSchema);
const checkConfirmation = Compile(ConfirmationSchema);
const checkAgent = Compile(AgentClaimsSchema);
const checkPerson = Compile(PersonClaimsSchema);
const checkDelegated = Compile(DelegatedClaimsSchema);

type Claims = Static<typeof ClaimsSchema>;

/** Reads a foreign text as an access token. Never throws for its contents. */
export function readAccessToken(text: string, trust: TokenTrust): TokenReading {
  const parts = splitToken(text);
  if (parts === undefined || !isOurs(parts, trust)) return { kind: 'foreign' };
  const { header, claims } = parts;
  if (!checkHeader.Check(header) || Reflect.has(header, 'crit') || !isTokenType(header.typ)) {
    return refuse('it is not an access token (at+jwt with ES256)');
  }
  if (trust.tokens === undefined) return refuse('no key for access tokens is known');
  const key = trust.tokens.keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return refuse('an unknown key signed it');
  if (!verifyEs256(key, parts.signed, parts.signature)) return refuse('its signature is invalid');
  if (!checkClaims.Check(claims)) return refuse('a claim is missing or malformed');
  return judgeClaims(claims, trust, trust.tokens);
}

/** True for a text that is an access token of this or another verifier, so it must not reach a model server. */
export function isAccessToken(text: string, trust: Pick<TokenTrust, 'tokens'>): boolean {
  const parts = splitToken(text);
  return parts !== undefined && isOurs(parts, trust);
}

function judgeClaims(claims: Claims, trust: TokenTrust, tokens: BundleAccessTokens): TokenReading {
  const { nowMs, use } = trust;
  const { issuer } = tokens;
  const audience = use.audience(tokens);
  if (Reflect.get(claims, 'iss') !== issuer) return refuse('another issuer issued it');
  if (audience === undefined) return refuse(`the verifier issues no tokens for ${use.name}`);
  if (![claims.aud].flat().includes(audience)) return refuse(`it is not for ${use.name}: request ${audience}`);
  if (nowMs >= claims.exp * 1000 + skewMs) return refuse('it has expired');
  if (claims.nbf !== undefined && nowMs < claims.nbf * 1000 - skewMs) return refuse('it is not valid yet');
  if (claims.org_id !== trust.orgId) return refuse('it belongs to another organisation than this gateway');
  if (use.needsScope && scopesFor(use, claims).length === 0) return refuse(`it lacks the scope ${use.scopes[0]}`);
  // RFC 9449 and RFC 8705: without the proof of its key a bound token may be stolen.
  if (claims.cnf !== undefined && !use.takesBound) {
    return refuse(`it is bound to a key (cnf), which ${use.name} cannot check: request a token without DPoP or mTLS`);
  }
  const { cnf } = claims;
  if (cnf !== undefined && !checkConfirmation.Check(cnf)) return refuse('its binding (cnf) is unknown');
  if (trust.revokedTokens.has(claims.jti)) return refuse('it was revoked');
  if (isCut(claims, trust.revokedTokensCut))
    return refuse('too many tokens were revoked to tell this one apart: request a new one');
  if (Reflect.has(claims, 'act')) return judgeDelegated(claims, trust, issuer);
  if (use.takesPeople && checkPerson.Check(claims)) return judgePerson(claims, trust);
  if (!checkAgent.Check(claims)) return refuse('it is not a token of an agent: people call with an API key');
  const agent = trust.agent(claims.agent_id);
  if (agent === undefined) return refuse('its agent is not registered');
  return judgeAgent(agent, claims.agent_epoch) ?? sound(holderOf(agent), claims, trust);
}

/** The verifier says whether the person is still a member, and what they may do. */
function judgePerson(claims: Claims & Static<typeof PersonClaimsSchema>, trust: TokenTrust): TokenReading {
  if (trust.endedGrants.has(claims.grant_id)) return refuse('the consent behind it has ended');
  return sound({ kind: 'person', id: claims.sub }, claims, trust, { grantId: claims.grant_id });
}

/** The scopes of the token that matter here. */
function scopesFor({ scopes }: TokenUse, { scope }: Claims): string[] {
  const names = scope.split(' ');
  return names.includes(fullScope) ? [...scopes] : scopes.filter((name) => names.includes(name));
}

function holderOf({ id }: BundleAgent): SoundToken['holder'] {
  return { kind: 'agent', id };
}

/** INVARIANT: what is read below the outermost actor refuses, and never allows. */
function judgeDelegated(claims: Claims, trust: TokenTrust, issuer: string): TokenReading {
  if (Reflect.has(claims, 'agent_id')) return refuse('its claims contradict each other about delegation');
  if (!checkDelegated.Check(claims)) return refuse('a claim of a delegated token is missing or malformed');
  const { trustDomain, endedGrants, endedGrantsCut } = trust;
  if (isCut(claims, endedGrantsCut))
    return refuse('too many consents ended to tell this one apart: request a new token');
  const chain = readActingChain(Reflect.get(claims, 'act'), { issuer, trustDomain, agent: trust.agent });
  if (!chain.ok) return refuse(chain.reason);
  const { actor, before } = chain;
  const refused = judgeAgent(actor, claims.agent_epoch);
  if (refused !== undefined) return refused;
  if (!before.every(isActive)) return refuse('an agent in its chain is not active');
  const { sub: user, grant_id: id, parent_grants: parents = [], tools } = claims;
  if ([id, ...parents].some((grant) => endedGrants.has(grant))) return refuse('the consent behind it has ended');
  const onBehalfOf = { user, grantId: id, ...(tools === undefined ? {} : { tools }) };
  return sound(holderOf(actor), claims, trust, { onBehalfOf });
}

/** Fails closed: a token that the cut list might have named is refused. */
function isCut({ exp }: Claims, cut: number | undefined): boolean {
  return cut !== undefined && exp * 1000 + skewMs <= cut;
}

/** The reason why the agent may not call with this token; `undefined`: it may. */
function judgeAgent(agent: BundleAgent, epoch: number): TokenReading | undefined {
  if (!isActive(agent)) return { kind: 'not_active', status: agent.status ?? activeStatus };
  return agent.agent_epoch === epoch ? undefined : refuse('it was ended: request a new one');
}

function isActive({ status }: BundleAgent): boolean {
  return status === undefined || status === activeStatus;
}

function sound(
  holder: SoundToken['holder'],
  claims: Claims,
  { use }: TokenTrust,
  rests: Pick<SoundToken, 'onBehalfOf' | 'grantId'> = {},
): TokenReading {
  const { jti: tokenId, client_id: clientId, cnf, exp } = claims;
  const confirmation = checkConfirmation.Check(cnf) ? cnf : undefined;
  const untilMs = exp * 1000 + skewMs;
  return {
    kind: 'sound',
    token: { holder, tokenId, clientId, scopes: scopesFor(use, claims), untilMs, confirmation, ...rests },
  };
}

interface TokenParts {
  readonly header: unknown;
  readonly claims: unknown;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** `undefined` for anything but a compact JWS with two JSON parts. */
function splitToken(text: string): TokenParts | undefined {
  // `{"` in base64url: this prefix alone rules out nearly every other credential.
  if (!text.startsWith('eyJ') || text.length > maxTokenChars) return undefined;
  const parts = text.split('.', 4);
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) return undefined;
  try {
    return {
      header: parseJson(head),
      claims: parseJson(body),
      signed: Buffer.from(text.slice(0, head.length + 1 + body.length), 'latin1'),
      signature: fromBase64Url(signature),
    };
  } catch {
    return undefined;
  }
}

function parseJson(part: string): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
}

/** Decides by the issuer, or by the token's shape where the bundle names no issuer. */
function isOurs({ header, claims }: TokenParts, { tokens }: Pick<TokenTrust, 'tokens'>): boolean {
  const { iss, aud, org_id: orgId } = toMembers(claims);
  if (tokens !== undefined && iss === tokens.issuer) return true;
  const { typ } = toMembers(header);
  const isForGateways = [aud].flat().some((name) => typeof name === 'string' && name.endsWith('/gateway'));
  return typeof typ === 'string' && isTokenType(typ) && typeof orgId === 'string' && isForGateways;
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(value)));
}

function isTokenType(typ: string): boolean {
  return tokenTypes.has(typ.toLowerCase());
}

function refuse(reason: string): TokenReading {
  return { kind: 'refused', reason };
}
