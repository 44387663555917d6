/** Seals data keys with keys that this process holds itself. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../../../platform/ids.ts';
import { kekUnavailable } from './errors.ts';
import { keyBytes, nonceBytes, openBytes, sealBytes, tagBytes } from './gcm.ts';

/** Keys by version; `find` may read their source again. */
export interface LocalKeys {
  readonly id: string;
  find(version: number): Promise<KeyObject | undefined>;
  readonly remedy: string;
}

/** Takes 32 bytes of base64 or base64url; undefined for anything else. */
export function parseKey(text: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  try {
    // Each key has one text: bits beyond its 256 are refused.
    const isExact = bytes.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
    return bytes.byteLength === keyBytes && isExact ? createSecretKey(bytes) : undefined;
  } finally {
    bytes.fill(0);
  }
}

/** Wraps and unwraps with them: base64url of nonce, ciphertext and tag. */
export function createLocalWrap({ id, find, remedy }: LocalKeys, randomBytes: RandomBytes) {
  const keyOf = async (version: number): Promise<KeyObject> => {
    const key = await find(version);
    if (key !== undefined) return key;
    throw kekUnavailable('kek_unknown', `version ${version} of the key "${id}" is not in this process: ${remedy}`);
  };
  return {
    async wrap(version: number, dek: Buffer, aad: Buffer): Promise<string> {
      const { nonce, ct, tag } = sealBytes(await keyOf(version), dek, aad, randomBytes);
      return Buffer.concat([nonce, ct, tag]).toString('base64url');
    },
    async unwrap(version: number, wrapped: string, aad: Buffer): Promise<Buffer | undefined> {
      const key = await keyOf(version);
      const bytes = Buffer.from(wrapped, 'base64url');
      if (bytes.byteLength !== nonceBytes + keyBytes + tagBytes || bytes.toString('base64url') !== wrapped) {
        return undefined;
      }
      const nonce = bytes.subarray(0, nonceBytes);
      const ct = bytes.subarray(nonceBytes, nonceBytes + keyBytes);
      return openBytes(key, { nonce, ct, tag: bytes.subarray(nonceBytes + keyBytes) }, aad);
    },
  };
}
