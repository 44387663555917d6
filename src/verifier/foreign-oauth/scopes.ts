/** Scopes of others (RFC 6749 section 3.3), and which of them to ask for (MCP authorization, scope selection). */
import type { ResourceAuth } from './seams.ts';

const scope = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const mostScopes = 200;

/** Asks for a refresh token (OpenID Connect Core section 11). */
export const offlineAccess = 'offline_access';

/** Reads a list of scopes; what is none is left out, and so is what is beyond any use. */
export function readScopes(text: string | undefined): string[] {
  return keepScopes(text?.split(' ') ?? []);
}

/** The same of a list. */
export function keepScopes(list: readonly string[]): string[] {
  return [...new Set(list.filter((item) => scope.test(item)))].slice(0, mostScopes);
}

/** What a challenge asked for, else what the resource lists, else none: then the authorization server decides. */
export function selectScopes({
  scopesNeeded,
  scopesSupported,
}: Pick<ResourceAuth, 'scopesNeeded' | 'scopesSupported'>) {
  return scopesNeeded.length > 0 ? scopesNeeded : scopesSupported;
}

/** The same, and with `offline_access` if and only if the authorization server lists it. */
export function withOfflineAccess(asked: readonly string[], listed: readonly string[]): string[] {
  const others = keepScopes(asked).filter((item) => item !== offlineAccess);
  return listed.includes(offlineAccess) ? [...others, offlineAccess] : others;
}
