/** Signs messages as Standard Webhooks requires: HMAC-SHA256 over `id.timestamp.body`, with a key written `whsec_<base64>`. */
import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../../../platform/ids.ts';

const prefix = 'whsec_';
const keyBytes = 32;

export function createSigningSecret(randomBytes: RandomBytes): string {
  return `${prefix}${Buffer.from(randomBytes(keyBytes)).toString('base64')}`;
}

export interface Signed {
  readonly id: string;
  /** Milliseconds since the epoch. Whole seconds are sent. */
  readonly timeMs: number;
  readonly body: string;
}

/** Gives the headers of a message: one signature for each secret, newest first, so that receivers can change over. */
export function signedHeaders({ id, timeMs, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(timeMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
