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

/**
 * All that is asked for after a resource wanted more (MCP authorization, scope challenge): what was asked for before, and
 * what is new. Undefined where nothing is new, so that asking again would change nothing, and where it is too much.
 */
export function widenScopes(asked: readonly string[], wanted: readonly string[]): string[] | undefined {
  const all = [...new Set([...asked, ...keepScopes(wanted)])];
  return all.length > asked.length && all.length <= mostAsked ? all : undefined;
}

/** As many as a credential may have. */
const mostAsked = 100;
