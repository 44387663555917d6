/** Makes a delegated token: its claims, its record, and its text. */

import type { ActClaim } from '../../../contract/act-claim.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { DelegatedTokenRow } from '../../identity/issuer/delegated-tokens-table.ts';
import { digestOf } from '../../identity/issuer/digest.ts';
import type { Confirmation } from '../../identity/issuer/ports.ts';
import type { Decision } from './decide.ts';
import type { Subject } from './subject.ts';

export interface NewToken {
  readonly jti: string;
  readonly issuer: string;
  readonly orgId: string;
  readonly clientId: string;
  readonly agent: { readonly id: string; readonly spiffeId: string; readonly epoch: number };
  readonly subject: Subject;
  readonly decision: Decision;
  readonly cnf: Confirmation | undefined;
  /** Text of an opaque token. */
  readonly opaque: string | undefined;
}

/** Gives the `act` claim: the present actor, and the earlier ones inside. */
export function toAct(issuer: string, spiffeId: string, { chain }: Subject): ActClaim {
  const before = chain === undefined ? {} : { act: chain.act };
  return { sub: spiffeId, iss: issuer, sub_profile: 'ai_agent', ...before };
}

/** Gives the record; its claims are those of the token, whatever its form. */
export function toRow(token: NewToken): DelegatedTokenRow {
  const { jti, orgId, clientId, agent, subject, decision, opaque } = token;
  return {
    jti,
    org_id: orgId,
    grant_id: decision.grant.id,
    parent_grants: subject.chain?.grants ?? [],
    ancestors: subject.ancestors,
    subject_grant: subject.ownGrant ?? null,
    agent_id: agent.id,
    agent_epoch: agent.epoch,
    subject_id: subject.userId,
    client_id: clientId,
    resource: decision.resource,
    format: opaque === undefined ? 'jwt' : 'opaque',
    token_sha256: opaque === undefined ? null : digestOf(opaque),
    claims: toClaims(token),
    issued_at: decision.issuedAtS * 1000,
    expires_at: decision.expiresAtS * 1000,
  };
}

function toClaims({ jti, issuer, orgId, clientId, agent, subject, decision, cnf }: NewToken): Record<string, unknown> {
  const { grant, resource, scopes, issuedAtS, expiresAtS } = decision;
  const tools = narrowTools(grant.constraints.tools, subject.chain?.tools);
  return {
    iss: issuer,
    sub: subject.userId,
    aud: resource,
    exp: expiresAtS,
    iat: issuedAtS,
    jti,
    client_id: clientId,
    scope: scopes.join(' '),
    act: toAct(issuer, agent.spiffeId, subject),
    grant_id: grant.id,
    org_id: orgId,
    agent_epoch: agent.epoch,
    ...(subject.chain === undefined ? {} : { parent_grants: subject.chain.grants }),
    ...(tools === undefined ? {} : { tools }),
    ...(cnf === undefined ? {} : { cnf }),
  };
}

/** Gives the tools that both sides allow; a chain whose consents have no tool in common allows none. */
export function narrowTools(granted: readonly string[] | undefined, before: readonly string[] | undefined) {
  return before === undefined ? granted : (granted ?? before).filter((tool) => before.includes(tool));
}

/** Limits of the readers (`access-token.ts`): claims that fit into 8,192 characters of token, and characters of scopes. */
const most = { claimsBytes: 5_900, scopeChars: 4_096 };

/** False if readers would refuse a token with these claims. */
export function isReadable(claims: Readonly<Record<string, unknown>>): boolean {
  const isShort = Buffer.byteLength(JSON.stringify(claims)) <= most.claimsBytes;
  return isShort && String(claims['scope']).length <= most.scopeChars;
}

/** Makes an opaque token; its resource introspects it. */
export function makeOpaqueToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}
