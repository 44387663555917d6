/** Proof checking with node:crypto. */
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { sha256, sha256Hex, sha384, sha512 } from './hash.ts';
import type { ProofCrypto, PublicKey, SignatureAlgorithm } from './proof-crypto.ts';
import { verifyEd25519, verifyEs256 } from './verify-signature.ts';

/** The primitives of Node itself. */
export const nodeProofCrypto: ProofCrypto = Object.freeze({
  sha256,
  sha256Hex,
  sha384,
  sha512,
  verifyEd25519,
  verifyEs256,
  verifySignature,
});

/** Cache of parsed keys; an entry is dropped with its public key. */
const parsed = new WeakMap<PublicKey, KeyObject>();

function verifySignature(
  algorithm: SignatureAlgorithm,
  publicKey: PublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const key = toKeyObject(publicKey);
  if (key === undefined) return false;
  try {
    return verifyUnder(key, algorithm, publicKey, data, signature);
  } catch (error) {
    // OpenSSL throws on a key restricted to RSASSA-PSS (RFC 4055) for any other signature.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

function verifyUnder(
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  publicKey: PublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  switch (algorithm.name) {
    case 'ecdsa':
      return publicKey.type === 'ec' && verify(algorithm.hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
    case 'rsa-pss': {
      const { hash, saltLength } = algorithm;
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      return publicKey.type === 'rsa' && verify(hash, data, { key, padding, saltLength }, signature);
    }
    case 'rsa-pkcs1':
      return publicKey.type === 'rsa' && verify(algorithm.hash, data, key, signature);
    case 'ed25519':
      return publicKey.type === 'ed25519' && verify(null, data, key, signature);
    default:
      return algorithm satisfies never;
  }
}

/** A key that cannot be parsed, such as a point off the curve, verifies nothing; that is no fault of ours. */
function toKeyObject(publicKey: PublicKey): KeyObject | undefined {
  const known = parsed.get(publicKey);
  if (known !== undefined) return known;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey.spki), format: 'der', type: 'spki' });
    parsed.set(publicKey, key);
    return key;
  } catch {
    return undefined;
  }
}
