/** The text of an API key: 256 random bits behind a prefix by which secret scanners find it. Stored is its SHA-256. */
import { createHash } from 'node:crypto';
import type { RandomBytes } from '../../platform/ids.ts';

export const keyPrefix = 'assay_key_';
const keyForm = /^assay_key_[A-Za-z0-9_-]{43}$/;
/** Characters of the random part that stay visible: enough to tell keys apart, and 232 bits stay unknown. */
const shownCharacters = 4;

/** True for a text that has the form of an API key. */
export function isKeyText(text: string): boolean {
  return keyForm.test(text);
}

export function createKeyText(randomBytes: RandomBytes): string {
  return `${keyPrefix}${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** Hex SHA-256, by which a key is found. */
export function hashKeyText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The part of a key that stays visible. */
export function toShownPrefix(text: string): string {
  return text.slice(0, keyPrefix.length + shownCharacters);
}
