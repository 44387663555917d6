/**
 * Algorithm identifiers of signatures and keys (RFC 5758, RFC 4055, RFC 5480, RFC 8410): only those that are still
 * secure.
 */
import type { HashName, PublicKey, SignatureAlgorithm } from '../crypto/proof-crypto.ts';
import { contextTag, DerError, type DerNode, derTag, expectTag, readDer, readSequence } from './der.ts';
import { toNumber, toOid, toUnsigned, toWholeBits } from './values.ts';

const ecdsa: Readonly<Record<string, HashName>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
const rsaPkcs1: Readonly<Record<string, HashName>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};
const hashes: Readonly<Record<string, HashName>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const oids = {
  rsa: '1.2.840.113549.1.1.1',
  pss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  ec: '1.2.840.10045.2.1',
  ed25519: '1.3.101.112',
} as const;
const curves = { '1.2.840.10045.3.1.7': 'P-256', '1.3.132.0.34': 'P-384', '1.3.132.0.35': 'P-521' } as const;
const coordinateBytes = { 'P-256': 32, 'P-384': 48, 'P-521': 66 } as const;
/** A smaller key is too weak; a larger one costs too much per check. */
const rsaBits = { min: 2048, max: 8192 };

/** Reads the algorithm of a signature. @throws DerError for one that is unknown or too weak, such as SHA-1 */
export function parseSignatureAlgorithm(node: DerNode | undefined): SignatureAlgorithm {
  const [name, parameters] = readSequence(node);
  const oid = toOid(name);
  const ecHash = ecdsa[oid];
  if (ecHash !== undefined) return { name: 'ecdsa', hash: ecHash };
  const rsaHash = rsaPkcs1[oid];
  if (rsaHash !== undefined) return { name: 'rsa-pkcs1', hash: rsaHash };
  if (oid === oids.pss) return parsePss(parameters);
  if (oid === oids.ed25519) return { name: 'ed25519' };
  throw new DerError('a signature algorithm is not accepted');
}

/** RSASSA-PSS-params (RFC 4055 3.1). Its defaults mean SHA-1, so hash, mask and salt must be present. */
function parsePss(parameters: DerNode | undefined): SignatureAlgorithm {
  const fields = readSequence(parameters);
  const field = (number: number) => readDer(expectTag(fields.find(({ tag }) => tag === contextTag(number))).content);
  const hash = hashes[toOid(readSequence(field(0))[0])];
  const [mask, maskHash] = readSequence(field(1));
  if (hash === undefined || toOid(mask) !== oids.mgf1) throw new DerError('a signature algorithm is not accepted');
  if (hashes[toOid(readSequence(maskHash)[0])] !== hash) throw new DerError('the mask uses a different hash');
  const saltLength = toNumber(field(2));
  if (saltLength > 64) throw new DerError('a salt is too long');
  return { name: 'rsa-pss', hash, saltLength };
}

/** Reads the key of a SubjectPublicKeyInfo. @throws DerError for a kind or size that is not accepted */
export function parsePublicKey(spki: DerNode): PublicKey {
  const [algorithm, bits] = readSequence(spki);
  const [name, parameters] = readSequence(algorithm);
  const oid = toOid(name);
  const value = toWholeBits(bits);
  if (oid === oids.ec) {
    const curve = Object.entries(curves).find(([id]) => id === toOid(parameters))?.[1];
    if (curve === undefined) throw new DerError('a curve is not accepted');
    if (value[0] !== 4 || value.length !== 1 + 2 * coordinateBytes[curve]) throw new DerError('a point is malformed');
    return { type: 'ec', curve, spki: spki.bytes };
  }
  // A key bound to RSASSA-PSS (RFC 4055 3.3) is not accepted: its limits make some primitives fail instead of
  // answering.
  if (oid === oids.rsa) {
    const [modulus, exponent] = readSequence(readDer(value, derTag.sequence));
    const magnitude = toUnsigned(modulus);
    const size = magnitude.length * 8 - Math.clz32(magnitude[0] ?? 0) + 24;
    if (size < rsaBits.min || size > rsaBits.max || toNumber(exponent) < 65_537) {
      throw new DerError('an RSA key is too weak or too large');
    }
    return { type: 'rsa', bits: size, spki: spki.bytes };
  }
  if (oid === oids.ed25519 && value.length === 32) return { type: 'ed25519', spki: spki.bytes };
  throw new DerError('a key of this kind is not accepted');
}

/** Gives r||s of an ECDSA-Sig-Value (RFC 3279 2.2.3), each as long as the curve's order. @throws DerError */
export function toRawEcdsa(signature: Uint8Array, curve: keyof typeof coordinateBytes): Uint8Array {
  const [r, s, ...more] = readSequence(readDer(signature, derTag.sequence));
  if (more.length > 0) throw new DerError('a signature has more than two numbers');
  const size = coordinateBytes[curve];
  const raw = new Uint8Array(2 * size);
  for (const [index, node] of [r, s].entries()) {
    const value = toUnsigned(node);
    if (value.length > size) throw new DerError('a number of a signature is too large');
    raw.set(value, (index + 1) * size - value.length);
  }
  return raw;
}
