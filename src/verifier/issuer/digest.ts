/** How what is shown to the issuer is looked up: 256-bit random texts need no slow hash (decisions on secrets). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text, base64url. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

/** True if a text is the one behind a hash; takes the same time wherever they differ. */
export function isDigestOf(text: string, digest: string): boolean {
  const left = Buffer.from(digestOf(text));
  const right = Buffer.from(digest);
  return left.length === right.length && timingSafeEqual(left, right);
}
