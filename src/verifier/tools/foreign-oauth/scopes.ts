/** Reads scopes (RFC 6749 section 3.3), and selects those to request (MCP authorization, scope selection). */
import type { ResourceAuth } from './ports.ts';

const scope = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const maxScopes = 200;

/** Requests a refresh token (OpenID Connect Core section 11). */
export const offlineAccess = 'offline_access';

/** Reads a list of scopes; drops invalid ones and those beyond the limit. */
export function readScopes(text: string | undefined): string[] {
  return keepScopes(text?.split(' ') ?? []);
}

/** Filters a list in the same way. */
export function keepScopes(list: readonly string[]): string[] {
  return [...new Set(list.filter((item) => scope.test(item)))].slice(0, maxScopes);
}

/** Selects the scopes of the challenge, else those that the resource lists, else none: then the authorization server decides. */
export function selectScopes({
  scopesNeeded,
  scopesSupported,
}: Pick<ResourceAuth, 'scopesNeeded' | 'scopesSupported'>) {
  return scopesNeeded.length > 0 ? scopesNeeded : scopesSupported;
}

/** Adds `offline_access` if and only if the authorization server lists it. */
export function withOfflineAccess(asked: readonly string[], listed: readonly string[]): string[] {
  const others = keepScopes(asked).filter((item) => item !== offlineAccess);
  return listed.includes(offlineAccess) ? [...others, offlineAccess] : others;
}

/**
 * Gives all scopes to request after a resource demanded more (MCP authorization, scope challenge): the earlier ones and the
 * new ones. Undefined if nothing is new, so that asking again would change nothing, or if there are too many.
 */
export function widenScopes(asked: readonly string[], wanted: readonly string[]): string[] | undefined {
  const all = [...new Set([...asked, ...keepScopes(wanted)])];
  return all.length > asked.length && all.length <= maxAsked ? all : undefined;
}

/** Maximum of scopes of a credential. */
const maxAsked = 100;
