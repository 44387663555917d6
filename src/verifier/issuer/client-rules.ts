/** Which clients may be there without anybody of ours having made them: registered by themselves, or by a document. */
import { parseUrl } from '../../platform/url.ts';

/** Grants of a client that nobody of ours vouches for: it acts for people who allow it, and never for itself. */
export const openGrantTypes: readonly string[] = ['authorization_code', 'refresh_token'];

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A scheme of its own is named after a domain that the application's maker has (RFC 8252 section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const maxRedirectUris = 20;
const maxUriLength = 1_000;
/** Readers of URLs disagree about the host of one with a backslash. */
const forbiddenInUri = /[^\x21-\x7e]|\\/;

/** What is wrong with where a client wants its codes sent; undefined when nothing is. */
export function redirectUriProblem(uris: readonly string[], isNative: boolean): string | undefined {
  if (uris.length === 0) return 'redirect_uris must hold at least one URI';
  if (uris.length > maxRedirectUris) return `redirect_uris holds ${maxRedirectUris} URIs at most`;
  for (const uri of uris) {
    const problem = problemOf(uri, isNative);
    if (problem !== undefined) return `redirect_uris ${problem}`;
  }
  return undefined;
}

function problemOf(uri: string, isNative: boolean): string | undefined {
  const url = uri.length > maxUriLength || forbiddenInUri.test(uri) ? undefined : parseUrl(uri);
  if (url === undefined) return 'must be absolute URIs';
  const { protocol, hostname, username, password } = url;
  if (username !== '' || password !== '') return 'must hold no user and no password';
  if (uri.includes('#')) return 'must not contain a fragment';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return loopbackHosts.has(hostname) ? undefined : 'must be https, but for loopback addresses';
  if (isNative && privateScheme.test(protocol)) return undefined;
  return 'must be https, http on a loopback address, or for native applications a scheme such as com.example.app:';
}

/** True if all of a client's redirect URIs lead back to the machine of its user: it is native then, unless it says else. */
export function isNativeByUris(uris: readonly string[]): boolean {
  return uris.every((uri) => {
    const url = parseUrl(uri);
    if (url === undefined) return false;
    const { protocol, hostname } = url;
    return protocol !== 'https:' && (protocol !== 'http:' || loopbackHosts.has(hostname));
  });
}

/** True for a client id that is the URL of the client's own document: https, and with a path (MCP 2026-07-28). */
export function isDocumentUrl(id: string): boolean {
  return id.startsWith('https://') && (parseUrl(id)?.pathname.length ?? 0) > 1;
}

/** A client as far as these rules go. */
export interface JudgedClient {
  readonly applicationType?: string | undefined;
  readonly grantTypes?: readonly string[] | undefined;
  readonly redirectUris?: readonly string[] | undefined;
}

/** What is wrong with a client that its own document describes; undefined when nothing is. */
export function describedClientProblem({ applicationType, grantTypes = [], redirectUris = [] }: JudgedClient) {
  const foreign = grantTypes.find((type) => !openGrantTypes.includes(type));
  if (foreign !== undefined) return `grant_types may be ${openGrantTypes.join(' and ')} here`;
  return redirectUriProblem(redirectUris, applicationType === 'native');
}
