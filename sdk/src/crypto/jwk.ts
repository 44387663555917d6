/** Public keys as JWK (RFC 8037, RFC 7518) and the thumbprint that names them. */

import { toBase64Url } from './base64url.ts';
import { sha256 } from './hash.ts';

/** An Ed25519 public key (RFC 8037). */
export interface OkpPublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** base64url of the 32 key bytes. */
  readonly x: string;
}

/** A P-256 public key (RFC 7518 section 6.2). */
export interface EcPublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** base64url of 32 bytes: 43 letters, of which the last carries two zero bits. */
const coordinate = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** True for the canonical base64url of 32 bytes. */
export function isKeyCoordinate(text: unknown): text is string {
  return typeof text === 'string' && coordinate.test(text);
}

/**
 * The 14 encodings of the Ed25519 points of small order (RFC 8032 allows them; libsodium refuses the same ones). With
 * such a key one signature is valid for many messages and needs no private key, so it proves nothing.
 */
const smallOrderPoints: ReadonlySet<string> = new Set([
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA',
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA',
  'JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU',
  'JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_IU',
  'xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA3o',
  'xxdqcD1N2E-6PAt2DRBnDyogU_osOczGTsf9d5KsA_o',
  '7P_______________________________________38',
  '7P________________________________________8',
  '7f_______________________________________38',
  '7f________________________________________8',
  '7v_______________________________________38',
  '7v________________________________________8',
]);

/** True for a usable Ed25519 key: canonical 32 bytes, and no point of small order. */
export function isEd25519Key(x: unknown): x is string {
  return isKeyCoordinate(x) && !smallOrderPoints.has(x);
}

/** Gives the text whose SHA-256 is the RFC 7638 thumbprint: required members only, in lexical order. */
export function thumbprintInput(jwk: OkpPublicJwk | EcPublicJwk): string {
  if (!isKeyCoordinate(jwk.x) || (jwk.kty === 'EC' && !isKeyCoordinate(jwk.y))) {
    throw new TypeError('not a public key of 32-byte coordinates');
  }
  if (jwk.kty === 'EC') return `{"crv":"P-256","kty":"EC","x":"${jwk.x}","y":"${jwk.y}"}`;
  return `{"crv":"Ed25519","kty":"OKP","x":"${jwk.x}"}`;
}

/**
 * Names a public key by its RFC 7638 SHA-256 thumbprint, base64url; extra members of the JWK do not count.
 *
 * @throws TypeError when a coordinate is not base64url of 32 bytes.
 */
export function jwkThumbprint(jwk: OkpPublicJwk | EcPublicJwk): string {
  return toBase64Url(sha256(thumbprintInput(jwk)));
}
