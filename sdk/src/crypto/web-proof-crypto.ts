/** Proof checking with WebCrypto, for browsers. */
import type { webcrypto } from 'node:crypto';
import { type EcPublicJwk, isKeyCoordinate, type OkpPublicJwk } from './jwk.ts';
import type { ProofCrypto } from './proof-crypto.ts';

const ed25519 = { name: 'Ed25519' };
const p256 = { name: 'ECDSA', namedCurve: 'P-256' };
const es256 = { name: 'ECDSA', hash: 'SHA-256' };

/** The primitives of `crypto.subtle`, handed in by the page. */
export function createWebProofCrypto(subtle: webcrypto.SubtleCrypto): ProofCrypto {
  const digest = async (name: string, data: Uint8Array) => new Uint8Array(await subtle.digest(name, data));

  /** A key that cannot be imported verifies nothing; that is an answer, not a fault. */
  const importKey = async (jwk: webcrypto.JsonWebKey, algorithm: webcrypto.EcKeyImportParams | { name: string }) => {
    try {
      return await subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
    } catch {
      return undefined;
    }
  };

  return Object.freeze({
    sha256: (data: Uint8Array) => digest('SHA-256', data),
    sha512: (data: Uint8Array) => digest('SHA-512', data),
    async verifyEd25519(jwk: OkpPublicJwk, data: Uint8Array, signature: Uint8Array): Promise<boolean> {
      if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !isKeyCoordinate(jwk.x) || signature.length !== 64)
        return false;
      const key = await importKey({ kty: 'OKP', crv: 'Ed25519', x: jwk.x }, ed25519);
      return key !== undefined && subtle.verify(ed25519, key, signature, data);
    },
    async verifyEs256(jwk: EcPublicJwk, data: Uint8Array, signature: Uint8Array): Promise<boolean> {
      if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || !isKeyCoordinate(jwk.x) || !isKeyCoordinate(jwk.y)) return false;
      if (signature.length !== 64) return false;
      const key = await importKey({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, p256);
      return key !== undefined && subtle.verify(es256, key, signature, data);
    },
  });
}
