/**
 * Converts RSA public keys from JWK (RFC 7518 section 6.3) to SubjectPublicKeyInfo (RFC 8017 A.1.1), which the
 * primitives take.
 */
import { fromBase64Url, type PublicKey } from '@assay/sdk/crypto';
import { DerError, parsePublicKey, readDer } from '@assay/sdk/x509';

/** rsaEncryption with its NULL parameters. */
const algorithm = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
const tag = { integer: 0x02, bitString: 0x03, sequence: 0x30 };

/** Gives the key of modulus and exponent, base64url; undefined if they are misspelled, too weak or too large. */
export function toRsaKey({ n, e }: { readonly n: string; readonly e: string }): PublicKey | undefined {
  try {
    const numbers = [fromBase64Url(n), fromBase64Url(e)].flatMap(toInteger);
    const bits = toDer(tag.bitString, [0, ...toDer(tag.sequence, numbers)]);
    return parsePublicKey(readDer(Uint8Array.from(toDer(tag.sequence, [...algorithm, ...bits]))));
  } catch (error) {
    if (error instanceof DerError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Encodes the shortest form of a positive number. A JWK with leading zeros is refused by the reader. */
function toInteger(magnitude: Uint8Array): number[] {
  return toDer(tag.integer, (magnitude[0] ?? 0) >= 0x80 ? [0, ...magnitude] : [...magnitude]);
}

function toDer(kind: number, content: readonly number[]): number[] {
  const { length } = content;
  if (length < 0x80) return [kind, length, ...content];
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  if (length > 0xffff) throw new DerError('a key is too large');
  return [kind, ...size, ...content];
}
