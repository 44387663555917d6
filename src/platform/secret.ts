/** A secret that cannot be printed by accident: every conversion to text gives `[redacted]`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

const redacted = '[redacted]';

export interface Secret {
  /** Gives the secret text. Call it only where the text is used. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
  [inspect.custom](): string;
}

/** Wraps a secret text. */
export function createSecret(text: string): Secret {
  return Object.freeze({
    reveal: () => text,
    toString: () => redacted,
    toJSON: () => redacted,
    [inspect.custom]: () => redacted,
  });
}

/** Compares in constant time. Both sides are hashed first, so that the length does not leak. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
