/**
 * AES-256-GCM for secrets at rest (contract 2.16). Sealed form: 12-byte nonce, ciphertext, 16-byte tag. The associated
 * data names the purpose and is required, so that a sealed text cannot be moved to another place unnoticed.
 */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes as systemRandomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/**
 * Most messages for one key. Random 96-bit nonces must not be drawn 2^32 times under one key (NIST SP 800-38D section
 * 8.3). This limit is far lower, because the count does not outlive the process.
 */
export const maxMessagesPerKey: number = 2 ** 30;

export interface AesGcm {
  /** Seals a message under a fresh nonce. @throws Error once 2^30 messages were sealed with this key */
  encrypt(plaintext: Uint8Array, aad: Uint8Array): Uint8Array;
  /** Opens a sealed message. @throws Error, without any plaintext, when it or its associated data was changed */
  decrypt(sealed: Uint8Array, aad: Uint8Array): Uint8Array;
}

/**
 * Binds a 32-byte key; the bytes are copied, so the caller may wipe its own.
 *
 * @param maxMessages for tests of the limit only; it can be lowered, never raised.
 * @example
 * const box = createAesGcm(key);
 * box.decrypt(box.encrypt(secret, purpose), purpose);
 */
export function createAesGcm(
  key: Uint8Array,
  randomBytes: (length: number) => Uint8Array = systemRandomBytes,
  maxMessages: number = maxMessagesPerKey,
): AesGcm {
  if (key.length !== keyBytes) throw new TypeError(`an AES-256-GCM key must have ${keyBytes} bytes`);
  const secret = createSecretKey(key);
  const limit = Math.min(maxMessages, maxMessagesPerKey);
  let messages = 0;

  return Object.freeze({
    encrypt(plaintext: Uint8Array, aad: Uint8Array): Uint8Array {
      assertPurpose(aad);
      if (messages >= limit) throw new Error('this AES-256-GCM key has reached its limit of messages: replace it');
      messages += 1;
      const nonce = randomBytes(nonceBytes);
      if (nonce.length !== nonceBytes) throw new TypeError(`a nonce must have ${nonceBytes} bytes`);
      const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tagBytes });
      cipher.setAAD(aad);
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(sealed: Uint8Array, aad: Uint8Array): Uint8Array {
      assertPurpose(aad);
      if (sealed.length < nonceBytes + tagBytes) throw refused();
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(sealed.length - tagBytes);
      const decipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagBytes });
      decipher.setAAD(aad);
      decipher.setAuthTag(tag);
      const plaintext = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
      try {
        return Buffer.concat([plaintext, decipher.final()]);
      } catch (cause) {
        plaintext.fill(0);
        throw refused(cause);
      }
    },
  });
}

function assertPurpose(aad: Uint8Array): void {
  if (aad.length === 0) throw new TypeError('associated data that names the purpose is required');
}

const refused = (cause?: unknown): Error =>
  new Error('the sealed message or its associated data is not authentic', { cause });
