/** Rules for clients that nobody of the organisation made: registered by themselves, or described by a document. */
import { parseUrl } from '../../../platform/url.ts';

/** Grants of a client that nobody vouches for: it acts for people who allow it, never for itself. */
export const openGrantTypes: readonly string[] = ['authorization_code', 'refresh_token'];

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A private scheme is named after a domain of the application's maker (RFC 8252 section 7.1). */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;
const maxRedirectUris = 20;
const maxUriLength = 1_000;
/** URL parsers disagree about the host of a URL with a backslash. */
const forbiddenInUri = /[^\x21-\x7e]|\\/;

/** Says what is wrong with a client's redirect URIs; undefined if nothing is. */
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

/** Tells whether all redirect URIs lead to the user's own machine: such a client is native unless it says otherwise. */
export function isNativeByUris(uris: readonly string[]): boolean {
  return uris.every((uri) => {
    const url = parseUrl(uri);
    if (url === undefined) return false;
    const { protocol, hostname } = url;
    return protocol !== 'https:' && (protocol !== 'http:' || loopbackHosts.has(hostname));
  });
}

/** Tells whether a client id is the URL of the client's own document: https, and with a path (MCP 2026-07-28). */
export function isDocumentUrl(id: string): boolean {
  return id.startsWith('https://') && (parseUrl(id)?.pathname.length ?? 0) > 1;
}

/** The parts of a client that these rules read. */
export interface JudgedClient {
  readonly applicationType?: string | undefined;
  readonly grantTypes?: readonly string[] | undefined;
  readonly redirectUris?: readonly string[] | undefined;
}

/** Says what is wrong with a client that a document describes; undefined if nothing is. */
export function describedClientProblem({ applicationType, grantTypes = [], redirectUris = [] }: JudgedClient) {
  const foreign = grantTypes.find((type) => !openGrantTypes.includes(type));
  if (foreign !== undefined) return `grant_types may be ${openGrantTypes.join(' and ')} here`;
  return redirectUriProblem(redirectUris, applicationType === 'native');
}
