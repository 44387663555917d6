/** Public keys of verifiers in a JWKS (RFC 7517): read strictly, and bound to one algorithm each (RFC 8725 3.1). */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import type { OkpKey } from '../contract/key-attestation.ts';
import { OkpKeySchema } from '../contract/key-attestation.ts';
import { thumbprint } from './hash.ts';
import type { JwsAlgorithm } from './jws.ts';
import { createShape } from './shape.ts';
import { type Refusal, refuse } from './verdict.ts';

const coordinate = '^[A-Za-z0-9_-]{43}$';
const EcKeySchema = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String({ pattern: coordinate }),
  y: Type.String({ pattern: coordinate }),
});
const JwkSchema = Type.Intersect([
  Type.Union([EcKeySchema, OkpKeySchema]),
  Type.Object({
    kid: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    alg: Type.Optional(Type.String()),
    use: Type.Optional(Type.Literal('sig')),
  }),
]);
const JwksSchema = Type.Object({ keys: Type.Array(Type.Unknown(), { maxItems: 1000 }) });

const parseJwkShape = createShape(JwkSchema, 'the verifier key');
const parseJwksShape = createShape(JwksSchema, 'the key set');

export type VerifierJwk =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | OkpKey;

export interface VerifierKey {
  readonly kid: string;
  readonly alg: JwsAlgorithm;
  readonly jwk: VerifierJwk;
}

/** Reads one JWK: P-256 for ES256 or Ed25519 for EdDSA, never a private key. Never throws. */
export async function parseVerifierKey(
  candidate: unknown,
  crypto: ProofCrypto,
): Promise<{ ok: true; key: VerifierKey } | Refusal> {
  const shape = parseJwkShape(candidate);
  if (!shape.ok) return shape;
  if (Object.hasOwn(shape.value, 'd')) return refuse('unsupported', 'a key set must not contain a private key');
  const jwk = toPublicJwk(shape.value);
  const alg: JwsAlgorithm = jwk.kty === 'EC' ? 'ES256' : 'EdDSA';
  if (shape.value.alg !== undefined && shape.value.alg !== alg) {
    return refuse('alg', 'the key set binds the key to an algorithm that does not fit it');
  }
  const kid = shape.value.kid ?? (await thumbprint({ ...jwk }, crypto));
  return { ok: true, key: { kid, alg, jwk } };
}

/** Reads a JWKS `{keys: [...]}`. One invalid key, or two keys with one id, refuse the whole set. Never throws. */
export async function parseVerifierKeys(
  candidate: unknown,
  crypto: ProofCrypto,
): Promise<{ ok: true; keys: VerifierKey[] } | Refusal> {
  const shape = parseJwksShape(candidate);
  if (!shape.ok) return shape;
  const keys: VerifierKey[] = [];
  for (const item of shape.value.keys) {
    const parsed = await parseVerifierKey(item, crypto);
    if (!parsed.ok) return parsed;
    if (keys.some((key) => key.kid === parsed.key.kid)) return refuse('duplicate', 'the key set has a key id twice');
    keys.push(parsed.key);
  }
  return { ok: true, keys };
}

function toPublicJwk(jwk: VerifierJwk): VerifierJwk {
  return jwk.kty === 'EC'
    ? { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }
    : { kty: jwk.kty, crv: jwk.crv, x: jwk.x };
}
