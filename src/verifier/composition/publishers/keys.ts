/** Keys of publishers: two key types for signing releases, public halves only, each identified by its thumbprint. */
import { type EcPublicJwk, isEd25519Key, jwkThumbprint, type OkpPublicJwk } from '@assay/sdk/crypto';
import { AppError } from '../../../platform/errors.ts';
import { readPublicKeys } from '../../identity/issuer/client-keys.ts';

/** A key as it is stored. */
export interface ReleaseKey {
  readonly jwk: OkpPublicJwk | EcPublicJwk;
  /** As in the key set, or its thumbprint. */
  readonly kid: string;
  readonly thumbprint: string;
}

const maxKidChars = 256;

/** Reads a key set. @throws AppError `unprocessable` (reason `jwks_refused`) with what is wrong. */
export function readReleaseKeys(jwks: unknown): ReleaseKey[] {
  const read = readPublicKeys(jwks, '/keys').keys.map((key, index) => toReleaseKey(key, `/keys/keys/${index}`));
  for (const [index, { kid, thumbprint }] of read.entries()) {
    const isTwice = read.slice(0, index).some((other) => other.thumbprint === thumbprint || other.kid === kid);
    if (isTwice) throw refuse(`/keys/keys/${index}`, 'this key, or its kid, stands in the set twice');
  }
  return read;
}

function toReleaseKey(key: Readonly<Record<string, unknown>>, pointer: string): ReleaseKey {
  const jwk = toJwk(key);
  if (jwk === undefined) throw refuse(pointer, 'releases are signed with Ed25519 (OKP) or P-256 (EC) keys');
  const { kid, alg } = key;
  const fitting = jwk.kty === 'EC' ? ['ES256'] : ['EdDSA', 'Ed25519'];
  if (alg !== undefined && !fitting.some((one) => one === alg)) throw refuse(pointer, `alg of it is ${fitting[0]}`);
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > maxKidChars)) {
    throw refuse(pointer, `a kid is a text of 1 to ${maxKidChars} characters`);
  }
  const thumbprint = jwkThumbprint(jwk);
  return { jwk, kid: kid ?? thumbprint, thumbprint };
}

function toJwk({ kty, crv, x, y }: Readonly<Record<string, unknown>>): OkpPublicJwk | EcPublicJwk | undefined {
  if (kty === 'OKP' && crv === 'Ed25519' && isEd25519Key(x)) return { kty, crv, x };
  if (kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string') return { kty, crv, x, y };
  return undefined;
}

function refuse(pointer: string, message: string): AppError {
  return new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer, message }],
    extensions: { reason: 'jwks_refused' },
  });
}
