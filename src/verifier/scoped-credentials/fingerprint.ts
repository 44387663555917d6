/** Tells two secrets of a credential apart. */
import type { RandomBytes } from '../../platform/ids.ts';

/**
 * Drawn for every new secret that somebody brought: a hash of it, however salted, could be tried out with every password
 * that people choose.
 */
export function createFingerprint(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(8)).toString('hex');
}
