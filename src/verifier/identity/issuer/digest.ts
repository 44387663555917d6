/** Digests of issued tokens and secrets, for lookup: random texts of 256 bits need no slow hash (docs/secrets.md). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Gives the SHA-256 of a text, base64url. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

/** Tells whether a digest is that of a text, in constant time. */
export function isDigestOf(text: string, digest: string): boolean {
  const left = Buffer.from(digestOf(text));
  const right = Buffer.from(digest);
  return left.length === right.length && timingSafeEqual(left, right);
}
