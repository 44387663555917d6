/**
 * Seals texts that a client keeps for us and cannot read, change or make: AES-256-GCM with a key that stays here. Form:
 * base64url of version (1 byte), key id (4 bytes) and the ciphertext.
 */
import { createAesGcm, fromBase64Url, sha256, toBase64Url } from '@assay/sdk/crypto';
import type { RandomBytes } from '../../platform/ids.ts';
import type { StateKeys } from './state-keys.ts';

/** Longer texts are neither made nor opened. */
export const maxSealedChars = 65_536;

const version = 1;
const idBytes = 4;
const headBytes = 1 + idBytes;
/** Plain texts are padded to a multiple of this, to hide their length. */
const paddedToBytes = 512;
const purpose = Buffer.from('assay mcp request state v1');

export interface Sealer {
  /** Undefined where the sealed text would be too long for a client to send back. */
  seal(text: string): string | undefined;
  /** Undefined for every text that was not sealed here exactly as it stands. */
  open(sealed: string): string | undefined;
}

/** Seals with the current key; opens with the current and the previous key. */
export function createSealer(keys: StateKeys, randomBytes?: RandomBytes): Sealer {
  const boxes = [keys.current, ...(keys.previous === undefined ? [] : [keys.previous])].map((key) => ({
    id: idOf(key),
    box: createAesGcm(key, randomBytes),
  }));
  const [current] = boxes;
  if (current === undefined) throw new TypeError('a sealer needs a key');
  return {
    seal(text) {
      const plain = Buffer.from(text, 'utf8');
      // JSON allows white space at its end, so the padding needs no removal.
      const padded = Buffer.alloc(Math.ceil((plain.length + 1) / paddedToBytes) * paddedToBytes, ' ');
      plain.copy(padded);
      const sealed = toBase64Url(Buffer.concat([headOf(current.id), current.box.encrypt(padded, purpose)]));
      return sealed.length > maxSealedChars ? undefined : sealed;
    },
    open(sealed) {
      const bytes = decode(sealed);
      if (bytes === undefined || bytes.length <= headBytes || bytes[0] !== version) return undefined;
      const id = Buffer.from(bytes.subarray(1, headBytes));
      const known = boxes.find((each) => id.equals(each.id));
      if (known === undefined) return undefined;
      try {
        return Buffer.from(known.box.decrypt(bytes.subarray(headBytes), purpose))
          .toString('utf8')
          .trimEnd();
      } catch {
        // Does not tell a foreign text from a changed one.
        return undefined;
      }
    },
  };
}

const idOf = (key: Uint8Array): Buffer =>
  Buffer.from(sha256(Buffer.concat([Buffer.from('assay mcp state key id'), key]))).subarray(0, idBytes);

const headOf = (id: Buffer): Buffer => Buffer.concat([Buffer.of(version), id]);

function decode(sealed: string): Uint8Array | undefined {
  if (sealed.length > maxSealedChars) return undefined;
  try {
    return fromBase64Url(sealed);
  } catch {
    return undefined;
  }
}
