/**
 * Writes JWT-SVIDs (SPIFFE JWT-SVID, sections 2 to 4): one audience, minutes of life, and only the header members that SPIFFE
 * names.
 */
import type { SigningKey } from '../../base/signing-keys/key-file.ts';

export interface SvidClaims {
  readonly spiffeId: string;
  /** The reader of the document. Without one, any reader could present it to others. */
  readonly audience: string;
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly issuedAtS: number;
}

/** Life of a document, which cannot be revoked. */
export const svidLifetimeS = 300;

/** Signs a document with an ES256 key. SPIFFE does not accept the Ed25519 keys of evidence and receipts. */
export function signJwtSvid(key: SigningKey, { spiffeId, audience, jti, issuedAtS }: SvidClaims): string {
  const header = { alg: 'ES256', kid: key.kid, typ: 'JWT' };
  const claims = { sub: spiffeId, aud: audience, exp: issuedAtS + svidLifetimeS, iat: issuedAtS, jti };
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${Buffer.from(key.sign(Buffer.from(input))).toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
