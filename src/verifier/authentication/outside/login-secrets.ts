/**
 * What a sign-in elsewhere is protected by: one random cookie, and state, nonce and code verifier derived from it. So
 * nothing secret is stored, and a way back without the browser's own cookie leads nowhere.
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
