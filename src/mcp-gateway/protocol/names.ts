/**
 * Names and URIs at the endpoint of all servers: `{alias}__{name}` and `{alias}+{uri}`. An alias has lower case
 * letters, digits and single hyphens only, so the first `__` or `+` ends it: two servers never share a name, and no
 * letter of another alphabet can imitate one of an alias. The endpoint of one server uses the server's own names.
 */
import { invalidParams } from './wire.ts';

/** The endpoint that a client uses. */
export type McpEndpoint = { readonly kind: 'all' } | { readonly kind: 'server'; readonly alias: string };

const aliasPattern = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

export function isAlias(text: string): boolean {
  return aliasPattern.test(text) && !text.includes('--');
}

/** A thing of one server, under the server's own name. */
export interface Located {
  readonly alias: string;
  readonly bare: string;
}

export const publicName = (alias: string, name: string): string => `${alias}__${name}`;
export const publicUri = (alias: string, uri: string): string => `${alias}+${uri}`;

export const splitName = (text: string): Located | undefined => split(text, '__');
export const splitUri = (text: string): Located | undefined => split(text, '+');

function split(text: string, separator: string): Located | undefined {
  const at = text.indexOf(separator);
  if (at < 1) return undefined;
  const alias = text.slice(0, at);
  const bare = text.slice(at + separator.length);
  return isAlias(alias) && bare !== '' ? { alias, bare } : undefined;
}

/** Names of a server's things at an endpoint. */
export interface Naming {
  name(alias: string, name: string): string;
  uri(alias: string, uri: string): string;
  /** @throws McpFailure "invalid params" for a name of no server. */
  locateName(text: string): Located;
  /** @throws McpFailure "invalid params" for a URI of no server. */
  locateUri(text: string): Located;
}

export function namingOf(endpoint: McpEndpoint): Naming {
  return endpoint.kind === 'all' ? ofAll : bareAt(endpoint.alias);
}

const ofAll: Naming = {
  name: publicName,
  uri: publicUri,
  locateName: (text) => located(splitName(text), 'Names here have the form {server}__{name}.'),
  locateUri: (text) => located(splitUri(text), 'URIs here have the form {server}+{uri}.'),
};

function bareAt(alias: string): Naming {
  return {
    name: (_alias, name) => name,
    uri: (_alias, uri) => uri,
    locateName: (bare) => ({ alias, bare }),
    locateUri: (bare) => ({ alias, bare }),
  };
}

function located(found: Located | undefined, rule: string): Located {
  if (found === undefined) throw invalidParams(`Not found. ${rule}`);
  return found;
}
