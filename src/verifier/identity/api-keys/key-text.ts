/** The text of an API key: 256 random bits behind a prefix that secret scanners recognise. Only its SHA-256 is stored. */
import { createHash } from 'node:crypto';
import type { RandomBytes } from '../../../platform/ids.ts';

export const keyPrefix = 'assay_key_';
const keyForm = /^assay_key_[A-Za-z0-9_-]{43}$/;
/** Visible characters of the random part: enough to tell keys apart, with 232 bits still unknown. */
const shownCharacters = 4;

/** Tells whether a text has the form of an API key. */
export function isKeyText(text: string): boolean {
  return keyForm.test(text);
}

export function createKeyText(randomBytes: RandomBytes): string {
  return `${keyPrefix}${Buffer.from(randomBytes(32)).toString('base64url')}`;
}

/** Gives the hex SHA-256 by which a key is found. */
export function hashKeyText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Gives the visible part of a key. */
export function toShownPrefix(text: string): string {
  return text.slice(0, keyPrefix.length + shownCharacters);
}
