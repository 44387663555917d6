/**
 * Reads access tokens for gateways (`at+jwt`, RFC 9068) by what the bundle says of them: no call to the verifier. Pure.
 * Tokens of agents count, and tokens by which an agent acts for a person (RFC 8693): the consent behind one is in the
 * bundle once it has ended. A token of a person alone counts only where somebody is asked about them besides: whether
 * they are still a member is nothing that a gateway could know. What a bundle does not tell is over with the token, after five minutes at most: that its client
 * was disabled by itself, and that an agent further down in its chain was suspended and is active again.
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

/** Which tokens a gateway takes. */
export interface TokenUse {
  /** The `aud` that is meant for it; undefined: the verifier gives no tokens for such a gateway. */
  audience(tokens: BundleAccessTokens): string | undefined;
  /** What it does in the words of a refusal: `gateways`. */
  readonly name: string;
  /** Its own; `assay:full` stands for all of them, and so does an API key. */
  readonly scopes: readonly string[];
  /** A token without any of them is refused; else whoever takes tokens looks at their scopes. */
  readonly needsScope: boolean;
  /** Also tokens of people alone: whoever takes them asks the verifier what these people may. */
  readonly takesPeople: boolean;
  /** Also tokens that are bound to a key: whoever takes them checks the proof. */
  readonly takesBound: boolean;
}

/** A gateway of models. */
export const modelGatewayUse: TokenUse = {
  audience: ({ audience }) => audience,
  ...{ name: 'gateways', scopes: ['gateway:call'], needsScope: true, takesPeople: false, takesBound: false },
};

/** What a token rests on. */
export interface TokenTrust {
  readonly use: TokenUse;
  readonly tokens: BundleAccessTokens | undefined;
  readonly orgId: string;
  /** Of this organisation. */
  readonly trustDomain: string;
  agent(agentId: string): BundleAgent | undefined;
  /** Ids of consents that ended before their time. */
  readonly endedGrants: ReadonlySet<string>;
  /** `jti` of tokens that were taken back by themselves. */
  readonly revokedTokens: ReadonlySet<string>;
  /** What was taken back and is not listed is over by then, and whatever else is does not count either. */
  readonly endedGrantsCut: number | undefined;
  readonly revokedTokensCut: number | undefined;
  readonly nowMs: number;
}

type BundleAgent = ConfigBundle['agents'][number];

/** A token that holds, until the bundle is another one or its time is up. */
export interface SoundToken {
  /** Whose it is: an agent's, or of a person who acts themselves. */
  readonly holder: { readonly kind: 'agent' | 'person'; readonly id: string };
  readonly tokenId: string;
  readonly clientId: string | undefined;
  /** Those of the token that mean something here. */
  readonly scopes: readonly string[];
  readonly untilMs: number;
  /** What it is bound to. */
  readonly confirmation: Confirmation | undefined;
  /** The person whom the agent acts for; absent where it acts for itself. */
  readonly onBehalfOf?: OnBehalfOf;
  /** Of a person: what they allowed to the application. Whether it was taken back is for the verifier to say. */
  readonly grantId?: string;
}

export type TokenReading =
  | { readonly kind: 'sound'; readonly token: SoundToken }
  /** One of ours, of an agent that is not active: all of them are dead, and that is why. */
  | { readonly kind: 'not_active'; readonly status: string }
  /** One of ours that does not hold. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing of ours: another service's. */
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
// Of another kind of binding nothing is understood here (RFC 7800 section 3.1).
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
  ...{ sub: person, grant_id: grantId },
  ...{ agent_id: Type.Optional(Type.Never()), agent_epoch: Type.Optional(Type.Never()) },
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

/** Reads a foreign text as an access token. Never throws for what it holds. */
export function readAccessToken(text: string, trust: TokenTrust): TokenReading {
  const parts = splitToken(text);
  if (parts === undefined || !isOurs(parts, trust)) return { kind: 'foreign' };
  const { header, claims } = parts;
  if (!checkHeader.Check(header) || Reflect.has(header, 'crit') || !isTokenType(header.typ)) {
    return refuse('it is no access token (at+jwt by ES256)');
  }
  if (trust.tokens === undefined) return refuse('no key of access tokens is known here');
  const key = trust.tokens.keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return refuse('it is signed by a key that is not known here');
  if (!verifyEs256(key, parts.signed, parts.signature)) return refuse('its signature does not hold');
  if (!checkClaims.Check(claims)) return refuse('a claim is missing, or not of its form');
  return judgeClaims(claims, trust, trust.tokens);
}

/** True for a text that is an access token of this verifier, or of another one, and so for no model server. */
export function isAccessToken(text: string, trust: Pick<TokenTrust, 'tokens'>): boolean {
  const parts = splitToken(text);
  return parts !== undefined && isOurs(parts, trust);
}

function judgeClaims(claims: Claims, trust: TokenTrust, tokens: BundleAccessTokens): TokenReading {
  const { nowMs, use } = trust;
  const { issuer } = tokens;
  const audience = use.audience(tokens);
  if (Reflect.get(claims, 'iss') !== issuer) return refuse('it was issued by somebody else');
  if (audience === undefined) return refuse(`the verifier gives no tokens for ${use.name}`);
  if (![claims.aud].flat().includes(audience)) return refuse(`it is not meant for ${use.name}: ask for ${audience}`);
  if (nowMs >= claims.exp * 1000 + skewMs) return refuse('it has expired');
  if (claims.nbf !== undefined && nowMs < claims.nbf * 1000 - skewMs) return refuse('it does not hold yet');
  if (claims.org_id !== trust.orgId) return refuse('it belongs to another organisation than this gateway');
  if (use.needsScope && scopesFor(use, claims).length === 0) return refuse(`it lacks the scope ${use.scopes[0]}`);
  // RFC 9449 and RFC 8705: a bound token without the proof of its key is a stolen one, as far as anybody can tell.
  if (claims.cnf !== undefined && !use.takesBound) {
    return refuse(`it is bound to a key (cnf), which ${use.name} cannot check: ask for one without DPoP or mTLS`);
  }
  const { cnf } = claims;
  if (cnf !== undefined && !checkConfirmation.Check(cnf)) return refuse('what it is bound to (cnf) is not known here');
  if (trust.revokedTokens.has(claims.jti)) return refuse('it was taken back');
  if (isCut(claims, trust.revokedTokensCut))
    return refuse('too many were taken back to tell it apart: ask for another one');
  if (Reflect.has(claims, 'act')) return judgeDelegated(claims, trust, issuer);
  if (use.takesPeople && checkPerson.Check(claims)) return judgePerson(claims, trust);
  if (!checkAgent.Check(claims)) return refuse('it is no token of an agent: people call with an API key');
  const agent = trust.agent(claims.agent_id);
  if (agent === undefined) return refuse('its agent is not registered');
  return judgeAgent(agent, claims.agent_epoch) ?? sound(holderOf(agent), claims, trust);
}

/** Whether they are still a member, and what they may, is for the verifier to say. */
function judgePerson(claims: Claims & Static<typeof PersonClaimsSchema>, trust: TokenTrust): TokenReading {
  if (trust.endedGrants.has(claims.grant_id)) return refuse('the consent behind it has ended');
  return sound({ kind: 'person', id: claims.sub }, claims, trust, { grantId: claims.grant_id });
}

/** Those of the token that count here. */
function scopesFor({ scopes }: TokenUse, { scope }: Claims): string[] {
  const names = scope.split(' ');
  return names.includes(fullScope) ? [...scopes] : scopes.filter((name) => names.includes(name));
}

function holderOf({ id }: BundleAgent): SoundToken['holder'] {
  return { kind: 'agent', id };
}

/** INVARIANT: what is read below the outermost actor refuses, and never allows. */
function judgeDelegated(claims: Claims, trust: TokenTrust, issuer: string): TokenReading {
  if (Reflect.has(claims, 'agent_id')) return refuse('it says of itself both that it is delegated and that it is not');
  if (!checkDelegated.Check(claims)) return refuse('a claim of a delegated token is missing, or not of its form');
  const { trustDomain, endedGrants, endedGrantsCut } = trust;
  if (isCut(claims, endedGrantsCut)) return refuse('too many consents ended to tell it apart: ask for another one');
  const chain = readActingChain(Reflect.get(claims, 'act'), { issuer, trustDomain, agent: trust.agent });
  if (!chain.ok) return refuse(chain.reason);
  const { actor, before } = chain;
  const refused = judgeAgent(actor, claims.agent_epoch);
  if (refused !== undefined) return refused;
  if (!before.every(isActive)) return refuse('an agent that it came through is not active');
  const { sub: user, grant_id: id, parent_grants: parents = [], tools } = claims;
  if ([id, ...parents].some((grant) => endedGrants.has(grant))) return refuse('the consent behind it has ended');
  const onBehalfOf = { user, grantId: id, ...(tools === undefined ? {} : { tools }) };
  return sound(holderOf(actor), claims, trust, { onBehalfOf });
}

/** Fail-closed: one of those that a list has no room for looks like any other. */
function isCut({ exp }: Claims, cut: number | undefined): boolean {
  return cut !== undefined && exp * 1000 + skewMs <= cut;
}

/** Why the agent of a token may not call by it; `undefined`: it may. */
function judgeAgent(agent: BundleAgent, epoch: number): TokenReading | undefined {
  if (!isActive(agent)) return { kind: 'not_active', status: agent.status ?? activeStatus };
  return agent.agent_epoch === epoch ? undefined : refuse('it was ended: ask for another one');
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

/** `undefined` for what is no compact JWS with two JSON parts. */
function splitToken(text: string): TokenParts | undefined {
  // `{"` in base64url: nearly every other credential is told apart by this alone.
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

/** By its issuer; or by its shape, where the bundle does not say who that is. */
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
