/** The Ed25519 key that signs Evidence and receipts. It is made and used here, and never leaves. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { inspect } from 'node:util';
import { isKeyCoordinate, jwkThumbprint, type OkpPublicJwk } from './jwk.ts';

/** A key that can sign and be destroyed. Its private half cannot be read. */
export interface SigningKey {
  /** RFC 7638 thumbprint of the public half. */
  readonly kid: string;
  readonly jwk: OkpPublicJwk;
  /** Signs with Ed25519; 64 bytes. @throws Error once the key is destroyed. */
  sign(data: Uint8Array): Uint8Array;
  /** Drops the private half; every later `sign` throws. */
  destroy(): void;
}

/**
 * Makes a new Ed25519 key. The private half lives in this closure only: no property, no export, no printed form.
 *
 * @example
 * const key = createEd25519Key();
 * verifyEd25519(key.jwk, data, key.sign(data)); // true
 */
export function createEd25519Key(): SigningKey {
  const pair = generateKeyPairSync('ed25519');
  const jwk = toPublicJwk(pair.publicKey);
  const kid = jwkThumbprint(jwk);
  let privateKey: KeyObject | undefined = pair.privateKey;

  const key = {
    kid,
    jwk,
    sign(data: Uint8Array): Uint8Array {
      if (privateKey === undefined) throw new Error('the signing key was destroyed');
      return sign(null, data, privateKey);
    },
    destroy(): void {
      privateKey = undefined;
    },
    toJSON: () => ({ kid, jwk, privateKey: '[redacted]' }),
    [inspect.custom]: () => `SigningKey { kid: '${kid}', privateKey: [redacted] }`,
  };
  return Object.freeze(key);
}

function toPublicJwk(publicKey: KeyObject): OkpPublicJwk {
  const { x } = publicKey.export({ format: 'jwk' });
  if (!isKeyCoordinate(x)) throw new Error('an Ed25519 key exported without its x coordinate');
  return Object.freeze({ kty: 'OKP', crv: 'Ed25519', x });
}
