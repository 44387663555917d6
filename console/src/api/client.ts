/** The client of the verifier that served this page. The session cookie is HttpOnly: no code here ever reads a credential. */
import { type Client, createClient } from '@assay/client';

const csrfHeader = 'x-assay-csrf';

let csrfToken: string | undefined;
let onSessionEnd: () => void = () => {};

/** The token that calls which change something carry; it belongs to the session cookie. */
export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** Tells `notify` of each call that is refused because nobody is signed in. */
export function watchSessionEnd(notify: () => void): void {
  onSessionEnd = notify;
}

export const api: Client = createClient({ baseUrl: location.origin, fetch: callVerifier, retries: 1 });

async function callVerifier(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (csrfToken !== undefined) headers.set(csrfHeader, csrfToken);
  const answer = await fetch(input, {
    ...init,
    headers,
    credentials: 'same-origin',
    redirect: 'error',
    cache: 'no-store',
  });
  if (answer.status === 401) onSessionEnd();
  return answer;
}
