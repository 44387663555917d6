/** Makes fingerprints that tell two secrets of a credential apart. */
import type { RandomBytes } from '../../../platform/ids.ts';

/**
 * Draws a random fingerprint for each secret that a person brings. A hash, however salted, could be tested against every
 * password that people choose.
 */
export function createFingerprint(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(8)).toString('hex');
}
