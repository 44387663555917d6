/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce and a tag of 128 bits, never shorter. */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../../../platform/ids.ts';

/** Name of this algorithm; it is stored with each ciphertext, and an unknown one does not open. */
export const algorithm = 'A256GCM';
export const keyBytes = 32;
export const nonceBytes = 12;
/** Node accepts tags of 4 bytes unless the length is set. */
export const tagBytes = 16;

export interface Sealed {
  readonly nonce: Buffer;
  readonly ct: Buffer;
  readonly tag: Buffer;
}

/** Seals bytes under a new random nonce. */
export function sealBytes(
  key: Buffer | KeyObject,
  data: Uint8Array,
  aad: Uint8Array,
  randomBytes: RandomBytes,
): Sealed {
  const nonce = Buffer.from(randomBytes(nonceBytes));
  if (nonce.byteLength !== nonceBytes) throw new RangeError('the source of randomness gave too little');
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(aad);
  const ct = Buffer.concat([cipher.update(data), cipher.final()]);
  return { nonce, ct, tag: cipher.getAuthTag() };
}

/** Opens a ciphertext; undefined if the key, a byte or the AAD differs. */
export function openBytes(key: Buffer | KeyObject, { nonce, ct, tag }: Sealed, aad: Uint8Array): Buffer | undefined {
  if (nonce.byteLength !== nonceBytes || tag.byteLength !== tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  const data = decipher.update(ct);
  try {
    return Buffer.concat([data, decipher.final()]);
  } catch {
    // `final` refuses only a wrong tag here.
    return undefined;
  } finally {
    data.fill(0);
  }
}
