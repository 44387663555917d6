// The bytes that a DSSE signature covers, and their check with one key.

import { constants, type KeyObject, verify } from 'node:crypto';

/** The payload type of every model signature. */
export const inTotoPayloadType = 'application/vnd.in-toto+json';

/** Encodes a payload for signing (DSSE v1 pre-authentication encoding). */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload]);
}

/**
 * Encodes a payload as releases of the signing library before 1.0 did: as Python prints bytes, with a prefix. The encoding is
 * unambiguous, so such signatures are as good as others.
 */
export function legacyEncoding(payload: Uint8Array): Buffer {
  return Buffer.from(
    `DSSEV1 ${inTotoPayloadType.length} ${inTotoPayloadType} ${payload.length} ${pythonBytes(payload)}`,
  );
}

/** True if the key made this signature. Kinds of keys outside the bundle format never verify. */
export function verifySignature(key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  const algorithm = hashOf(key);
  if (algorithm === undefined || signature.length === 0) return false;
  try {
    return verify(algorithm.hash, message, { key, ...algorithm.options }, signature);
  } catch (error) {
    // A signature of the wrong shape is invalid; for some keys node throws instead of answering.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

const hashByCurve: Readonly<Record<string, string>> = {
  prime256v1: 'sha256',
  secp384r1: 'sha384',
  secp521r1: 'sha512',
};
const minRsaBits = 2048;

function hashOf(key: KeyObject): { hash: string | null; options: object } | undefined {
  if (key.asymmetricKeyType === 'ed25519') return { hash: null, options: {} };
  if (key.asymmetricKeyType === 'ec') {
    const hash = hashByCurve[key.asymmetricKeyDetails?.namedCurve ?? ''];
    return hash === undefined ? undefined : { hash, options: { dsaEncoding: 'der' } };
  }
  const isLongEnough = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minRsaBits;
  if (key.asymmetricKeyType !== 'rsa' || !isLongEnough) return undefined;
  return { hash: 'sha256', options: { padding: constants.RSA_PKCS1_PADDING } };
}

/** `repr` of a bytes object. */
function pythonBytes(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  const named = new Map([
    [0x09, '\\t'],
    [0x0a, '\\n'],
    [0x0d, '\\r'],
    [0x5c, '\\\\'],
    [quote.charCodeAt(0), `\\${quote}`],
  ]);
  const parts: string[] = [];
  for (const byte of bytes) {
    const isPrintable = byte >= 0x20 && byte < 0x7f;
    const plain = isPrintable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
    parts.push(named.get(byte) ?? plain);
  }
  return `b${quote}${parts.join('')}${quote}`;
}
