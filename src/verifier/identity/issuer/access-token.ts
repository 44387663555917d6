/** Our own access tokens (RFC 9068): reads one and verifies it with the keys of the verifier's processes. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ActClaimSchema } from '../../../contract/act-claim.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { digestOf } from './digest.ts';

const text = Type.String({ minLength: 1, maxLength: 2_048 });
const time = Type.Integer({ minimum: 0, maximum: 2 ** 40 });

/** The thumbprint of a key (RFC 7638). */
const kid = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });

const HeaderSchema = Type.Object(
  { alg: Type.Literal('ES256'), typ: Type.Literal('at+jwt'), kid },
  // We sign no other header member: `crit`, `jwk`, `jku` and any other are refused.
  { additionalProperties: false },
);

export const AccessTokenClaimsSchema = Type.Object({
  iss: text,
  sub: text,
  aud: text,
  client_id: text,
  jti: text,
  org_id: text,
  exp: time,
  iat: time,
  nbf: Type.Optional(time),
  scope: Type.Optional(Type.String({ maxLength: 4_096 })),
  agent_id: Type.Optional(text),
  agent_epoch: Type.Optional(Type.Integer()),
  grant_id: Type.Optional(text),
  // In a delegated token: the agent that acts, and the grants of the tokens that it was exchanged from.
  act: Type.Optional(ActClaimSchema),
  parent_grants: Type.Optional(Type.Array(text, { maxItems: 10 })),
  // The tools that the token allows; absent means all.
  tools: Type.Optional(Type.Array(text, { maxItems: 1_000 })),
  cnf: Type.Optional(Type.Object({ jkt: Type.Optional(text), 'x5t#S256': Type.Optional(text) })),
});

export type AccessTokenClaims = Static<typeof AccessTokenClaimsSchema>;

const header = Compile(HeaderSchema);
const claims = Compile(AccessTokenClaimsSchema);
const maxLength = 8_192;
const form = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
/** The clocks of the verifier's processes may differ by this much. */
const skewMs = 30_000;

export interface AccessTokenReader {
  /**
   * Gives the claims of a valid token, whatever its audience. Undefined for a token that this issuer did not make.
   * @throws AppError `unauthorized` for a token that names this issuer and is not valid.
   */
  read(token: string): Promise<AccessTokenClaims | undefined>;
}

export interface AccessTokenReaderDeps {
  readonly issuer: string;
  readonly keys: Pick<SigningKeys, 'find'>;
  readonly now: () => number;
}

export function createAccessTokenReader({ issuer, keys, now }: AccessTokenReaderDeps): AccessTokenReader {
  const imported = new Map<string, KeyObject>();
  // Verified signatures, by the hash of the whole token; the times are checked on every call.
  const seen = new Map<string, AccessTokenClaims>();

  const findKey = async (kid: string): Promise<KeyObject> => {
    const jwk = await keys.find(kid);
    if (jwk === undefined) throw badToken('no key of this issuer signed it');
    // The kid is the key's thumbprint, so it never means another key.
    const known = imported.get(kid) ?? createPublicKey({ key: { ...jwk }, format: 'jwk' });
    if (imported.size >= maxKeys) imported.clear();
    imported.set(kid, known);
    return known;
  };

  return {
    async read(token) {
      if (token.length > maxLength || !form.test(token)) return undefined;
      const digest = digestOf(token);
      const known = seen.get(digest);
      if (known !== undefined) {
        assertTimes(known, now());
        return known;
      }
      const [first = '', second = '', third = ''] = token.split('.');
      const payload = parsePart(second);
      if (typeof payload !== 'object' || payload === null || Reflect.get(payload, 'iss') !== issuer) return undefined;
      const head = parsePart(first);
      if (!header.Check(head)) throw badToken('its header is not from this issuer');
      const key = await findKey(head.kid);
      const signature = Buffer.from(third, 'base64url');
      const signed = Buffer.from(`${first}.${second}`, 'ascii');
      if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)) {
        throw badToken('its signature is invalid');
      }
      if (!claims.Check(payload)) throw badToken('it is not an access token');
      assertTimes(payload, now());
      if (seen.size >= maxSeen) seen.clear();
      seen.set(digest, payload);
      return payload;
    },
  };
}

/** Reads claims that the issuer has stored. @throws Error for claims that it never writes. */
export function readClaims(written: unknown): AccessTokenClaims {
  if (!claims.Check(written)) throw new Error('the record of a token has no claims');
  return written;
}

const maxKeys = 1_000;
const maxSeen = 10_000;

function assertTimes({ exp, nbf, iat }: AccessTokenClaims, nowMs: number): void {
  if (exp * 1000 <= nowMs) throw badToken('it has expired');
  if (Math.max(nbf ?? 0, iat) * 1000 > nowMs + skewMs) throw badToken('it is not valid yet');
}

function parsePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Gives the error for an invalid token of ours. */
export function badToken(reason: string): AppError {
  const detail = `the access token is not accepted: ${reason}`;
  return new AppError('unauthorized', detail, { detail, extensions: { error: 'invalid_token' } });
}
