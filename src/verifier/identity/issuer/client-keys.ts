/** Public keys of a client: accepts only keys that can verify a signature, and never stores a private part. */
import { createPublicKey } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';

export interface PublicKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Algorithms of client assertions; none is symmetric. */
export const assertionAlgorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519'] as const;

const maxKeys = 10;
const minRsaBits = 2048;
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use'] as const;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const;
const curves = new Set(['P-256', 'P-384', 'P-521', 'Ed25519']);

/** Gives the keys to store. @throws AppError `unprocessable` (reason `jwks_refused`) saying what is wrong. */
export function readPublicKeys(jwks: unknown, pointer = '/jwks'): PublicKeySet {
  const keys: unknown = typeof jwks === 'object' && jwks !== null ? Reflect.get(jwks, 'keys') : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > maxKeys) {
    throw refuse(pointer, `a key set holds 1 to ${maxKeys} keys`);
  }
  return { keys: keys.map((key: unknown, index) => readKey(key, `${pointer}/keys/${index}`)) };
}

function readKey(key: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (typeof key !== 'object' || key === null) throw refuse(pointer, 'a key is a JSON object (RFC 7517)');
  if (privateMembers.some((name) => Reflect.has(key, name))) {
    throw refuse(pointer, 'this is a private or symmetric key: send the public one');
  }
  const members = publicMembers.flatMap((name) => {
    const value: unknown = Reflect.get(key, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (members.some(([, value]) => typeof value !== 'string' || value.length > 2_048)) {
    throw refuse(pointer, 'members of a key are texts');
  }
  const own = Object.fromEntries(members);
  assertUsable(own, pointer);
  return own;
}

function assertUsable(key: Readonly<Record<string, unknown>>, pointer: string): void {
  if (key['use'] !== undefined && key['use'] !== 'sig') throw refuse(pointer, 'the key is not for signatures');
  if (key['alg'] !== undefined && !assertionAlgorithms.some((alg) => alg === key['alg'])) {
    throw refuse(pointer, `alg is one of ${assertionAlgorithms.join(', ')}`);
  }
  const isRsa = key['kty'] === 'RSA';
  if (!isRsa && !curves.has(String(key['crv']))) throw refuse(pointer, 'keys are EC, RSA or Ed25519');
  const bits = importKey(key, pointer).asymmetricKeyDetails?.modulusLength;
  if (isRsa && (bits ?? 0) < minRsaBits) throw refuse(pointer, `RSA keys have at least ${minRsaBits} bits`);
}

function importKey(key: Readonly<Record<string, unknown>>, pointer: string) {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch (cause) {
    throw refuse(pointer, 'this is no public key', cause);
  }
}

function refuse(pointer: string, message: string, cause?: unknown): AppError {
  return new AppError('unprocessable', message, {
    ...(cause === undefined ? {} : { cause }),
    detail: message,
    errors: [{ pointer, message }],
    extensions: { reason: 'jwks_refused' },
  });
}
