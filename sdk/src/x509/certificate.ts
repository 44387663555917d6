/** X.509 certificates (RFC 5280), read strictly and checked with injected primitives: no Node, no clock. */
import type { ProofCrypto, PublicKey, SignatureAlgorithm } from '../crypto/proof-crypto.ts';
import { parsePublicKey, parseSignatureAlgorithm, toRawEcdsa } from './algorithm.ts';
import { contextTag, DerError, type DerNode, derTag, expectTag, readChildren, readDer, readSequence } from './der.ts';
import { type Extension, type Extensions, parseExtensions } from './extensions.ts';
import { type Name, parseName } from './name.ts';
import { toNumber, toTime, toWholeBits } from './values.ts';

/** A signed object, with the algorithm that it names twice. */
export interface SignedObject {
  /** The signed bytes. */
  readonly tbs: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  /** As in the object: ECDSA as DER. */
  readonly signature: Uint8Array;
}

export interface Certificate extends SignedObject, Extensions {
  readonly der: Uint8Array;
  readonly version: number;
  /** Content of the serial number, hexadecimal. */
  readonly serial: string;
  readonly issuer: Name;
  readonly subject: Name;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: PublicKey;
  readonly extensions: readonly Extension[];
}

const maxBytes = 64 * 1024;

/** Parses one DER certificate. @throws DerError when it is invalid or not accepted here */
export function parseCertificate(der: Uint8Array): Certificate {
  if (der.length > maxBytes) throw new DerError('a certificate is too large');
  const { signed, body } = readSigned(der);
  const hasVersion = body[0]?.tag === contextTag(0);
  const version = hasVersion ? 1 + toNumber(readDer(expectTag(body[0]).content)) : 1;
  const [serial, algorithm, issuer, validity, subject, spki, ...rest] = hasVersion ? body.slice(1) : body;
  assertSameAlgorithm(algorithm, signed.outer);
  const [notBefore, notAfter] = readSequence(validity);
  const extensions = version === 3 ? parseExtensions(rest) : parseExtensions(rest.slice(0, 0));
  return {
    der,
    tbs: signed.tbs,
    algorithm: parseSignatureAlgorithm(algorithm),
    signature: signed.signature,
    version,
    serial: toHex(expectTag(serial, derTag.integer).content),
    issuer: parseName(issuer),
    subject: parseName(subject),
    notBefore: toTime(notBefore),
    notAfter: toTime(notAfter),
    publicKey: parsePublicKey(expectTag(spki, derTag.sequence)),
    ...extensions,
  };
}

/** True when the key signed exactly these bytes. Never throws for the object's content. */
export async function isSignedBy(object: SignedObject, key: PublicKey, crypto: ProofCrypto): Promise<boolean> {
  const signature = toRaw(object, key);
  return signature !== undefined && crypto.verifySignature(object.algorithm, key, object.tbs, signature);
}

function toRaw({ algorithm, signature }: SignedObject, key: PublicKey): Uint8Array | undefined {
  if (algorithm.name !== 'ecdsa') return signature;
  if (key.type !== 'ec') return undefined;
  try {
    return toRawEcdsa(signature, key.curve);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** Reads the common frame of certificates and revocation lists: body, algorithm, signature. @throws DerError */
export function readSigned(der: Uint8Array): {
  signed: { tbs: Uint8Array; outer: DerNode; signature: Uint8Array };
  body: DerNode[];
} {
  const [tbs, outer, signature, ...more] = readSequence(readDer(der));
  if (more.length > 0) throw new DerError('a signed object has more than three parts');
  const frame = expectTag(tbs, derTag.sequence);
  return {
    signed: { tbs: frame.bytes, outer: expectTag(outer, derTag.sequence), signature: toWholeBits(signature) },
    body: readChildren(frame),
  };
}

/** Nobody signs the outer algorithm, so it must repeat the inner one (RFC 5280 4.1.1.2). @throws DerError */
export function assertSameAlgorithm(inner: DerNode | undefined, outer: DerNode): void {
  const left = expectTag(inner, derTag.sequence).bytes;
  const right = outer.bytes;
  if (left.length !== right.length || !left.every((byte, index) => byte === right[index])) {
    throw new DerError('the inner and the outer signature algorithm differ');
  }
}

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
