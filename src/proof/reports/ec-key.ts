/**
 * Converts public keys from raw points: reports carry x||y, the primitives take SubjectPublicKeyInfo (RFC 5480
 * section 2).
 */
import type { PublicKey } from '@assay/sdk/crypto';

type Curve = 'P-256' | 'P-384';

const coordinateBytes = { 'P-256': 32, 'P-384': 48 } as const;

/** DER up to the point: SEQUENCE { SEQUENCE { ecPublicKey, curve }, BIT STRING { uncompressed … */
const prefixes: Readonly<Record<Curve, readonly number[]>> = {
  'P-256': [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
    0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ],
  'P-384': [
    0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00,
    0x22, 0x03, 0x62, 0x00, 0x04,
  ],
};

/**
 * Gives the key at a point x||y. A point off the curve gives a key that verifies nothing. @throws RangeError for
 * another length
 */
export function toEcKey(curve: Curve, point: Uint8Array): PublicKey {
  if (point.length !== 2 * coordinateBytes[curve]) throw new RangeError('a point has another length');
  const prefix = prefixes[curve];
  const spki = new Uint8Array(prefix.length + point.length);
  spki.set(prefix);
  spki.set(point, prefix.length);
  return { type: 'ec', curve, spki };
}
