/** Reads and verifies the COSE_Sign1 signature of a claim, its payload detached (RFC 9052, RFC 8152; C2PA 2.4, 13.2). */
import { constants, type KeyObject, verify } from 'node:crypto';
import { Tag } from 'cbor2';
import { type CborMap, decodeCbor, isBytes, isMap } from './cbor.ts';
import { isEqualBytes } from './hashed-uri.ts';
import { ManifestError } from './manifest-error.ts';

export interface ClaimSignature {
  readonly alg: SignatureAlgorithm;
  readonly protectedBytes: Uint8Array;
  /** Almost always absent; then the claim is the signed payload. */
  readonly payload?: Uint8Array;
  readonly signature: Uint8Array;
  /** Certificates in DER, the signer's first. */
  readonly chain: readonly Uint8Array[];
  readonly timestamps: readonly Timestamp[];
}

/** A time-stamp token beside the signature, with the message that it must cover. */
export interface Timestamp {
  /** Version 1 stamps the signed bytes, version 2 the signature. */
  readonly version: 1 | 2;
  /** Undefined if the header holds something else. */
  readonly token: Uint8Array | undefined;
}

export type SignatureAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512' | 'EdDSA';

/** Labels of headers (RFC 9052 3.1, RFC 9360). */
const headers = { alg: 1, critical: 2, chain: 33 };
const algorithms = new Map<unknown, SignatureAlgorithm>([
  [-7, 'ES256'],
  [-35, 'ES384'],
  [-36, 'ES512'],
  [-37, 'PS256'],
  [-38, 'PS384'],
  [-39, 'PS512'],
  [-8, 'EdDSA'],
]);
const maxCertificates = 16;
const maxTimestamps = 4;

/** Parses the content of a signature box. @throws ManifestError */
export function parseClaimSignature(bytes: Uint8Array): ClaimSignature {
  const tagged = decodeCbor(bytes, 'claimSignature.mismatch');
  if (!(tagged instanceof Tag) || Number(tagged.tag) !== 18) fail('claimSignature.mismatch', 'no tagged COSE_Sign1');
  const parts: unknown = tagged.contents;
  if (!Array.isArray(parts) || parts.length !== 4) fail('claimSignature.mismatch', 'a COSE_Sign1 has four parts');
  const [protectedBytes, unprotected, payload, signature]: unknown[] = parts;
  if (!isBytes(protectedBytes) || !isMap(unprotected) || !isBytes(signature)) {
    fail('claimSignature.mismatch', 'a part of the COSE_Sign1 is of another type');
  }
  if (payload !== null && !isBytes(payload)) fail('claimSignature.mismatch', 'the payload is neither bytes nor null');
  const header = decodeCbor(protectedBytes, 'claimSignature.mismatch');
  if (!isMap(header)) fail('claimSignature.mismatch', 'the protected header is no map');
  if (header.has(headers.critical)) fail('claimSignature.mismatch', 'a critical header is not understood');
  const alg = algorithms.get(header.get(headers.alg));
  if (alg === undefined) fail('algorithm.unsupported', 'the signature algorithm is not on the list');
  return {
    alg,
    protectedBytes,
    signature,
    chain: readChain(header, unprotected),
    ...(payload === null ? {} : { payload }),
    timestamps: [...readTimestamps(unprotected.get('sigTst2'), 2), ...readTimestamps(unprotected.get('sigTst'), 1)],
  };
}

/** True if the key signed the claim's bytes. */
export function isClaimSigned(found: ClaimSignature, claim: Uint8Array, key: KeyObject): boolean {
  // A different attached payload would be a signature over something that nobody reads.
  if (found.payload !== undefined && !isEqualBytes(found.payload, claim)) return false;
  if (!fitsKey(found.alg, key)) return false;
  const signed = toSigStructure('Signature1', found.protectedBytes, claim);
  if (found.alg === 'EdDSA') return verify(null, signed, key, found.signature);
  const bits = found.alg.slice(2);
  if (found.alg.startsWith('ES')) {
    return verify(`sha${bits}`, signed, { key, dsaEncoding: 'ieee-p1363' }, found.signature);
  }
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: Number(bits) / 8 };
  return verify(`sha${bits}`, signed, { key, ...padding }, found.signature);
}

/**
 * Lists the messages that a time-stamp of this signature may cover. Version 2 stamps the signature field: as the payload of a
 * counter signature, as C2PA's own library reads its specification, or alone (RFC 9921, 3.1).
 */
export function listStampedMessages(found: ClaimSignature, claim: Uint8Array, version: 1 | 2): Uint8Array[] {
  if (version === 1) return [toSigStructure('CounterSignature', found.protectedBytes, claim)];
  const field = toByteString(found.signature);
  return [toSigStructure('CounterSignature', found.protectedBytes, field), field];
}

/** Sig_structure (RFC 9052, 4.4), without external data. */
export function toSigStructure(
  context: 'Signature1' | 'CounterSignature',
  protectedBytes: Uint8Array,
  payload: Uint8Array,
): Uint8Array {
  return Buffer.concat([
    Buffer.from([0x84, 0x60 | context.length]),
    Buffer.from(context),
    toByteString(protectedBytes),
    toByteString(new Uint8Array()),
    toByteString(payload),
  ]);
}

/** Checks only the first tokens: each costs a signature check. */
function readTimestamps(header: unknown, version: 1 | 2): Timestamp[] {
  if (header === undefined) return [];
  const tokens = isMap(header) ? header.get('tstTokens') : undefined;
  if (!Array.isArray(tokens) || tokens.length === 0) return [{ version, token: undefined }];
  return tokens.slice(0, maxTimestamps).map((item) => {
    const token = isMap(item) ? item.get('val') : undefined;
    return { version, token: isBytes(token) ? token : undefined };
  });
}

function readChain(header: CborMap, unprotected: CborMap): readonly Uint8Array[] {
  // Older writers put the chain into the unprotected header, under the label or its name.
  const found = [header.get(headers.chain), unprotected.get(headers.chain), unprotected.get('x5chain')];
  const chains = found.filter((chain) => chain !== undefined);
  if (chains.length !== 1) fail('signingCredential.invalid', 'there must be one certificate chain');
  const chain = isBytes(chains[0]) ? [chains[0]] : chains[0];
  if (!Array.isArray(chain) || chain.length === 0 || chain.length > maxCertificates || !chain.every(isBytes)) {
    fail('signingCredential.invalid', 'the certificate chain is no list of certificates');
  }
  return chain;
}

function fitsKey(alg: SignatureAlgorithm, key: KeyObject): boolean {
  const type = key.asymmetricKeyType;
  if (alg === 'EdDSA') return type === 'ed25519';
  return alg.startsWith('ES') ? type === 'ec' : type === 'rsa' || type === 'rsa-pss';
}

function toByteString(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length < 24) return Buffer.concat([Buffer.from([0x40 | length]), bytes]);
  const head = Buffer.alloc(5);
  head[0] = 0x5a;
  head.writeUInt32BE(length, 1);
  // Uses the shortest form, which the signer hashed.
  if (length < 256) return Buffer.concat([Buffer.from([0x58, length]), bytes]);
  if (length < 65_536) return Buffer.concat([Buffer.from([0x59, length >> 8, length & 255]), bytes]);
  return Buffer.concat([head, bytes]);
}

function fail(code: ManifestError['code'], message: string): never {
  throw new ManifestError(code, message);
}
