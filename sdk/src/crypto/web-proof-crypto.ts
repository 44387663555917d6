/** Proof checking with WebCrypto, for browsers. */
import type { webcrypto } from 'node:crypto';
import { type EcPublicJwk, isEd25519Key, isKeyCoordinate, type OkpPublicJwk } from './jwk.ts';
import type { HashName, ProofCrypto, PublicKey, SignatureAlgorithm } from './proof-crypto.ts';

const ed25519 = { name: 'Ed25519' };
const p256 = { name: 'ECDSA', namedCurve: 'P-256' };
const es256 = { name: 'ECDSA', hash: 'SHA-256' };
const hashNames: Readonly<Record<HashName, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** The primitives of `crypto.subtle`, passed in by the page. */
export function createWebProofCrypto(subtle: webcrypto.SubtleCrypto): ProofCrypto {
  const digest = async (name: string, data: Uint8Array) => new Uint8Array(await subtle.digest(name, data));

  /** A key that cannot be imported verifies nothing; that is no fault of ours. */
  const importKey = async (jwk: webcrypto.JsonWebKey, algorithm: webcrypto.EcKeyImportParams | { name: string }) => {
    try {
      return await subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
    } catch {
      return undefined;
    }
  };

  return Object.freeze({
    sha256: (data: Uint8Array) => digest('SHA-256', data),
    sha384: (data: Uint8Array) => digest('SHA-384', data),
    sha512: (data: Uint8Array) => digest('SHA-512', data),
    async verifyEd25519(jwk: OkpPublicJwk, data: Uint8Array, signature: Uint8Array): Promise<boolean> {
      if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || !isEd25519Key(jwk.x) || signature.length !== 64) return false;
      const key = await importKey({ kty: 'OKP', crv: 'Ed25519', x: jwk.x }, ed25519);
      return key !== undefined && subtle.verify(ed25519, key, signature, data);
    },
    async verifyEs256(jwk: EcPublicJwk, data: Uint8Array, signature: Uint8Array): Promise<boolean> {
      if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || !isKeyCoordinate(jwk.x) || !isKeyCoordinate(jwk.y)) return false;
      if (signature.length !== 64) return false;
      const key = await importKey({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, p256);
      return key !== undefined && subtle.verify(es256, key, signature, data);
    },
    async verifySignature(
      algorithm: SignatureAlgorithm,
      key: PublicKey,
      data: Uint8Array,
      signature: Uint8Array,
    ): Promise<boolean> {
      const names = toWebNames(algorithm, key);
      if (names === undefined) return false;
      const imported = await importSpki(subtle, key.spki, names.key);
      return imported !== undefined && subtle.verify(names.check, imported, signature, data);
    },
  });
}

type WebNames = {
  key: { name: string; hash?: string; namedCurve?: string };
  check: { name: string; hash?: string; saltLength?: number };
};

/** Gives WebCrypto's name of the algorithm; undefined when the key cannot make such signatures. */
function toWebNames(algorithm: SignatureAlgorithm, key: PublicKey): WebNames | undefined {
  switch (algorithm.name) {
    case 'ecdsa': {
      if (key.type !== 'ec') return undefined;
      const check = { name: 'ECDSA', hash: hashNames[algorithm.hash] };
      return { key: { name: 'ECDSA', namedCurve: key.curve }, check };
    }
    case 'rsa-pss': {
      if (key.type !== 'rsa') return undefined;
      const check = { name: 'RSA-PSS', saltLength: algorithm.saltLength };
      return { key: { name: 'RSA-PSS', hash: hashNames[algorithm.hash] }, check };
    }
    case 'rsa-pkcs1': {
      if (key.type !== 'rsa') return undefined;
      const name = 'RSASSA-PKCS1-v1_5';
      return { key: { name, hash: hashNames[algorithm.hash] }, check: { name } };
    }
    case 'ed25519':
      return key.type === 'ed25519' ? { key: ed25519, check: ed25519 } : undefined;
    default:
      return algorithm satisfies never;
  }
}

async function importSpki(subtle: webcrypto.SubtleCrypto, spki: Uint8Array, algorithm: WebNames['key']) {
  try {
    return await subtle.importKey('spki', spki, algorithm, false, ['verify']);
  } catch {
    return undefined;
  }
}
