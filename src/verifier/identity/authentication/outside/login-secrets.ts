/**
 * The secrets of an outside sign-in: one random cookie, and state, nonce and code verifier derived from it. Nothing secret is
 * stored, and a callback without the browser's own cookie fails.
 */
import { createHash, createHmac } from 'node:crypto';

export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636. */
  readonly codeVerifier: string;
  readonly cookieHash: string;
}

export function deriveLoginSecrets(cookie: string): LoginSecrets {
  const derive = (use: string) => createHmac('sha256', cookie).update(use, 'utf8').digest('base64url');
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('code_verifier'),
    cookieHash: createHash('sha256').update(cookie, 'utf8').digest('hex'),
  };
}
