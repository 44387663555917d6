/** Chooses how a client authenticates at a token endpoint. */
import { type ClientMethod, clientMethods } from '../../../contract/api/foreign-clients.ts';

/**
 * Chooses the best offered method: one with a secret if there is a secret, or if that is not known yet (undefined). A server
 * that offers none of our methods gets `client_secret_basic`, which RFC 6749 requires of all.
 */
export function chooseMethod(offered: readonly string[], hasSecret: boolean | undefined): ClientMethod {
  if (hasSecret === false) return 'none';
  const best = clientMethods.find((method) => offered.includes(method));
  return best ?? 'client_secret_basic';
}

/**
 * Gives the Basic header: id and secret in form encoding (RFC 6749 section 2.3.1 and appendix B). Many servers do not decode
 * it, but letters, digits and `-._*` are the same either way.
 */
export function toBasic(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${toFormText(clientId)}:${toFormText(secret)}`).toString('base64')}`;
}

function toFormText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
