/**
 * Checks a DPoP proof at one of our resources (RFC 9449 sections 4.3 and 7.1): the caller has the key of the token
 * and made the proof for this call. The caller of this function checks that the proof is used once. Pure.
 */

import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseUrl } from '../../url.ts';
import { refuseCredential } from './refuse-credential.ts';

/**
 * Algorithms of proofs of possession (RFC 9449 section 4.2), at the token endpoint and at resources. They are
 * asymmetric, with keys that are cheap to check, since strangers choose them.
 */
export const proofAlgorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const;

export interface ProofCheck {
  /** The value of the one `DPoP` header. */
  readonly proof: string;
  readonly method: string;
  /** URLs that this call may have used, without query and fragment. */
  readonly urls: readonly string[];
  /** The token presented with the proof; absent when a token is requested (RFC 9449 section 5). */
  readonly accessToken?: string;
  /**
   * Thumbprint of the key that the token is bound to; absent when any key is allowed, for a token that is yet to be
   * issued.
   */
  readonly jkt?: string;
  readonly nowMs: number;
}

/** A valid proof. It may be used once until it expires. */
export interface HeldProof {
  readonly jti: string;
  /** The server's nonce in the proof, if any. */
  readonly nonce: string | undefined;
  /** Thumbprint of its key. */
  readonly jkt: string;
  readonly expiresAtMs: number;
}

const maxProofChars = 4_096;
/** Largest age of a proof, and largest lead of a client's clock, in seconds. */
const maxAgeS = 60;
const maxAheadS = 30;

const HeaderSchema = Type.Object({
  typ: Type.Literal('dpop+jwt'),
  alg: Type.Enum([...proofAlgorithms]),
  jwk: Type.Object({
    kty: Type.Enum(['EC', 'OKP']),
    crv: Type.String({ maxLength: 16 }),
    x: Type.String({ maxLength: 128 }),
    y: Type.Optional(Type.String({ maxLength: 128 })),
    d: Type.Optional(Type.Never()),
  }),
  // No extension is supported, so none may be critical (RFC 7515 section 4.1.11).
  crit: Type.Optional(Type.Never()),
});
const ClaimsSchema = Type.Object({
  jti: Type.String({ minLength: 1, maxLength: 256 }),
  htm: Type.String({ maxLength: 16 }),
  htu: Type.String({ maxLength: 2_048 }),
  iat: Type.Number(),
  ath: Type.Optional(Type.String({ maxLength: 64 })),
  nonce: Type.Optional(Type.String({ maxLength: 256 })),
});
const headerShape = Compile(HeaderSchema);
const claimsShape = Compile(ClaimsSchema);

type Header = Static<typeof HeaderSchema>;

/** @throws AppError `unauthorized` (`dpop_proof`). */
export async function checkProof(check: ProofCheck): Promise<HeldProof> {
  const { proof, jkt, nowMs } = check;
  if (proof.length > maxProofChars) throw refuse('it is too long');
  const { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } = await import('jose');
  const header = readHeader(() => decodeProtectedHeader(proof));
  try {
    // Before any signature is computed: only the token's own key is worth the work.
    const { kty, crv, x, y } = header.jwk;
    const jwk = { kty, crv, x, ...(y === undefined ? {} : { y }) };
    const own = await calculateJwkThumbprint(jwk);
    if (jkt !== undefined && own !== jkt) throw refuse('its key is not the key of the token');
    const key = await importJWK(jwk, header.alg);
    const { payload } = await jwtVerify(proof, key, {
      algorithms: [...proofAlgorithms],
      typ: 'dpop+jwt',
      currentDate: new Date(nowMs),
      clockTolerance: maxAheadS,
    });
    return { ...checkClaims(payload, check), jkt: own };
  } catch (error) {
    if (error instanceof Error && error.name !== 'AppError') throw refuse('it does not hold', error);
    throw error;
  }
}

function readHeader(decode: () => unknown): Header {
  try {
    const header = decode();
    if (headerShape.Check(header)) return header;
  } catch (error) {
    throw refuse('it is not a JWT', error);
  }
  throw refuse(
    `its header is not the header of a proof (typ dpop+jwt, alg ${proofAlgorithms.join(', ')}, a public jwk)`,
  );
}

function checkClaims(claims: unknown, { method, urls, accessToken, nowMs }: ProofCheck): Omit<HeldProof, 'jkt'> {
  if (!claimsShape.Check(claims) || (accessToken !== undefined && claims.ath === undefined))
    throw refuse('a claim is missing: jti, htm, htu, iat and ath are needed');
  if (claims.htm !== method) throw refuse('htm is not the method of this call');
  if (!urls.some((url) => isSameUrl(url, claims.htu))) throw refuse('htu is not the URL of this call');
  if (accessToken !== undefined && claims.ath !== hashOf(accessToken)) throw refuse('ath is not the hash of the token');
  const ageS = nowMs / 1000 - claims.iat;
  if (ageS > maxAgeS) throw refuse('it is too old: create one for every call');
  if (ageS < -maxAheadS) throw refuse('its iat is in the future');
  return { jti: claims.jti, nonce: claims.nonce, expiresAtMs: Math.ceil((claims.iat + maxAgeS) * 1000) + 1000 };
}

function hashOf(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest('base64url');
}

/** RFC 9449 section 4.3: compares after normalisation, without query and fragment. */
function isSameUrl(own: string, htu: string): boolean {
  return toComparable(htu) !== undefined && toComparable(htu) === toComparable(own);
}

function toComparable(text: string): string | undefined {
  const url = parseUrl(text);
  return url === undefined || url.username !== '' || url.password !== '' ? undefined : `${url.origin}${url.pathname}`;
}

function refuse(why: string, cause?: unknown) {
  return refuseCredential(`the DPoP proof is refused: ${why}`, 'dpop_proof', cause);
}
