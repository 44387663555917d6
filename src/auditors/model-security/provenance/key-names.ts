// Names of public keys: the hint of model signatures is the hash of the key's PEM text, the fingerprint for people that of its
// bytes.

import { createHash, type KeyObject } from 'node:crypto';

/** Gives the hint that the signing library writes: SHA-256 over the PEM of the key. */
export function keyHint(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'pem' }))
    .digest('hex');
}

/** SHA-256 over the key's SubjectPublicKeyInfo. */
export function keyFingerprint(key: KeyObject): string {
  return `sha256:${createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`;
}
