/**
 * Which paths of this gateway speak MCP, and what each is called as a protected resource (RFC 9728). Pure.
 *
 *     /mcp                       /agents/{agent_id}/mcp
 *     /mcp/{alias}               /agents/{agent_id}/mcp/{alias}
 */

import { idPattern } from '../../contract/ids.ts';

export interface McpPlace {
  /** Agent that is spoken for; undefined: the one of the credential. */
  readonly agentId: string | undefined;
  /** The one server that is meant; undefined: all of them. */
  readonly alias: string | undefined;
}

export interface Places {
  /** What a path names; undefined for any other. */
  read(path: string): McpPlace | undefined;
  /** Of the route of a place, as Fastify writes it. */
  readonly routes: readonly string[];
}

const agentForm = idPattern.slice(1, -1);
const aliasForm = '[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?';
export const wellKnownPath = '/.well-known/oauth-protected-resource';

/** @param toolsPath `/mcp`, or what `MCP_TOOLS_PATH` says. */
export function createPlaces(toolsPath: string): Places {
  const form = new RegExp(
    `^(?:/agents/(?<agent>${agentForm}))?${toolsPath.replaceAll('.', '\\.')}(?:/(?<alias>${aliasForm}))?$`,
  );
  return {
    routes: [toolsPath, `${toolsPath}/:alias`, `/agents/:agent_id${toolsPath}`, `/agents/:agent_id${toolsPath}/:alias`],
    read(path) {
      const { groups } = form.exec(path) ?? {};
      return groups === undefined ? undefined : { agentId: groups['agent'], alias: groups['alias'] };
    },
  };
}

/** Where the metadata of a resource is: the well-known path stands between host and path (RFC 9728 section 3.1). */
export function metadataUrlOf(ownUrl: string, path: string): string {
  const { origin, pathname } = new URL(ownUrl);
  return `${origin}${wellKnownPath}${pathname.replace(/\/+$/, '')}${path}`;
}

/** The resource that a metadata path speaks of; undefined for none. A front before us may have left its path in it. */
export function resourceOfMetadataPath(ownUrl: string, metadataPath: string, places: Places): string | undefined {
  if (!metadataPath.startsWith(wellKnownPath)) return undefined;
  const prefix = new URL(ownUrl).pathname.replace(/\/+$/, '');
  const rest = metadataPath.slice(wellKnownPath.length).replace(/\/$/, '');
  const path = prefix !== '' && rest.startsWith(prefix) ? rest.slice(prefix.length) : rest;
  const isKnown = path === '' || places.read(path) !== undefined;
  return isKnown ? `${ownUrl.replace(/\/+$/, '')}${path}` : undefined;
}

/**
 * What a token for a call of this path may be meant for: the gateway as a whole, or this very resource as its metadata
 * names it, with the one above it. The first is what is asked for.
 */
export function audiencesAt(
  ownUrl: string,
  path: string,
  { toolsPath, places }: { readonly toolsPath: string; readonly places: Places },
): readonly string[] {
  const own = ownUrl.replace(/\/+$/, '');
  const place = places.read(path);
  const above = place?.alias === undefined ? path : path.slice(0, -(place.alias.length + 1));
  const paths = place === undefined ? [toolsPath] : [toolsPath, above, path];
  // Libraries write the URL of a host alone with a slash.
  return [...new Set([...paths.map((each) => `${own}${each}`), own, `${own}/`])];
}
