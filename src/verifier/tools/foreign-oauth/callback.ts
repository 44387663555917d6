/** Checks the redirect back of a code flow before any of it is used (RFC 6749 section 4.1.2, RFC 9207). */
import type * as OAuth from 'oauth4webapi';
import { refused, toAnswer } from './answers.ts';
import { toServer } from './ask.ts';
import type { TokenAnswer } from './ports.ts';
import type { ForeignServerFacts } from './server-metadata.ts';

const single = ['code', 'error'];

export type CheckedCallback = { readonly params: URLSearchParams } | { readonly answer: TokenAnswer };

/**
 * Checks `iss` first, also of an error: an answer of another server says nothing about this one. Refuses with
 * `issuer_mismatch`, `state_mismatch`, `invalid_callback`, or the server's own code.
 */
export async function checkCallback(
  server: ForeignServerFacts,
  clientId: string,
  { callback, state }: { readonly callback: URLSearchParams; readonly state: string },
): Promise<CheckedCallback> {
  const oauth = await import('oauth4webapi');
  const iss = callback.getAll('iss');
  if (
    iss.length > 1 ||
    (iss[0] !== undefined && iss[0] !== server.issuer) ||
    (server.sendsIssuer && iss.length === 0)
  ) {
    return { answer: refused('issuer_mismatch') };
  }
  if (callback.getAll('state').length !== 1 || callback.get('state') !== state) {
    return { answer: refused('state_mismatch') };
  }
  if (callback.has('code') === callback.has('error') || single.some((name) => callback.getAll(name).length > 1)) {
    return { answer: refused('invalid_callback') };
  }
  try {
    const params = oauth.validateAuthResponse(toServer(server), { client_id: clientId }, callback, state);
    return { params };
  } catch (error) {
    if (isOf(error, oauth)) return { answer: refused('invalid_callback') };
    return { answer: toAnswer(error, oauth, undefined) };
  }
}

/** True for malformed input that the library reports. */
function isOf(error: unknown, oauth: typeof OAuth): boolean {
  return error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
}
