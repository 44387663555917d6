/** Signature checks over public JWKs: Ed25519 for Evidence and receipts, ES256 for passports. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type EcPublicJwk, isEd25519Key, isKeyCoordinate, type OkpPublicJwk } from './jwk.ts';

/** Parsed keys kept for reuse; parsing costs about as much as half a check. Bounded, oldest out first. */
const maxCachedKeys = 512;
const cachedKeys = new Map<string, KeyObject>();

/** Checks a raw 64-byte Ed25519 signature. False for anything invalid, malformed keys included; never throws. */
export function verifyEd25519(jwk: OkpPublicJwk, data: Uint8Array, signature: Uint8Array): boolean {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !isEd25519Key(jwk.x) || signature.length !== 64) return false;
  const key = findKey(jwk.x, { kty: 'OKP', crv: 'Ed25519', x: jwk.x });
  return key !== undefined && verify(null, data, key, signature);
}

/** Checks a raw r||s ES256 signature (RFC 7518 section 3.4). False for anything invalid; never throws. */
export function verifyEs256(jwk: EcPublicJwk, data: Uint8Array, signature: Uint8Array): boolean {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || !isKeyCoordinate(jwk.x) || !isKeyCoordinate(jwk.y)) return false;
  if (signature.length !== 64) return false;
  const key = findKey(`${jwk.x}.${jwk.y}`, { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y });
  return key !== undefined && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

function findKey(name: string, jwk: OkpPublicJwk | EcPublicJwk): KeyObject | undefined {
  const cached = cachedKeys.get(name);
  if (cached !== undefined) return cached;
  const key = parseKey(jwk);
  if (key === undefined) return undefined;
  const oldest = cachedKeys.size >= maxCachedKeys ? cachedKeys.keys().next().value : undefined;
  if (oldest !== undefined) cachedKeys.delete(oldest);
  cachedKeys.set(name, key);
  return key;
}

/** A point off the curve is a foreign key that verifies nothing, not a fault of ours. */
function parseKey(jwk: OkpPublicJwk | EcPublicJwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
