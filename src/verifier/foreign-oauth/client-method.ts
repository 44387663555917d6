/** How we authenticate at a token endpoint (RFC 6749 section 2.3.1, RFC 7591 section 2): as the server says. */

export const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
export type ClientMethod = (typeof clientMethods)[number];

/**
 * The best of what is offered: one with a secret, if there is one or if it is not known yet (undefined) and the server
 * would give one. A server that names nothing that we have gets what RFC 6749 has everybody understand.
 */
export function chooseMethod(offered: readonly string[], hasSecret: boolean | undefined): ClientMethod {
  if (hasSecret === false) return 'none';
  const best = clientMethods.find((method) => offered.includes(method));
  return best ?? 'client_secret_basic';
}

/**
 * The header of Basic: id and secret as forms are encoded (RFC 6749 section 2.3.1 and appendix B), and nothing more than
 * that: many servers take them as they come, and letters, digits and `-._*` read the same either way.
 */
export function toBasic(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${toFormText(clientId)}:${toFormText(secret)}`).toString('base64')}`;
}

function toFormText(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
