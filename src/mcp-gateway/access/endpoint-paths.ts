/**
 * The MCP paths of this gateway, and their names as protected resources (RFC 9728). Pure.
 *
 *     /mcp                       /agents/{agent_id}/mcp
 *     /mcp/{alias}               /agents/{agent_id}/mcp/{alias}
 *
 * and those of A2A, one for each agent that is an installed app, with its card below:
 *
 *     /a2a/{alias}               /agents/{agent_id}/a2a/{alias}
 */

import { idPattern } from '../../contract/ids.ts';

export interface McpEndpointPath {
  /** The agent that the path names; undefined: the agent of the credential. */
  readonly agentId: string | undefined;
  /** The one server that the path names; undefined: all servers. */
  readonly alias: string | undefined;
  readonly protocol: 'mcp' | 'a2a';
}

export interface EndpointPaths {
  /** Reads a path; undefined for a path that is no MCP endpoint. */
  read(path: string): McpEndpointPath | undefined;
  /** The Fastify route patterns of the endpoints. */
  readonly routes: readonly string[];
  /** The same for A2A. */
  readonly agentRoutes: readonly string[];
}

/** Path of a card below the endpoint of its agent. */
export const cardPath = '/.well-known/agent-card.json';

const agentForm = idPattern.slice(1, -1);
const aliasForm = '[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?';
export const wellKnownPath = '/.well-known/oauth-protected-resource';

/** @param toolsPath `/mcp`, or the value of `MCP_TOOLS_PATH`. */
export function createEndpointPaths(toolsPath: string): EndpointPaths {
  const form = new RegExp(
    `^(?:/agents/(?<agent>${agentForm}))?(?:${toolsPath.replaceAll('.', '\\.')}(?:/(?<alias>${aliasForm}))?|` +
      `/a2a/(?<called>${aliasForm})(?:${cardPath.replaceAll('.', '\\.')})?)$`,
  );
  return {
    routes: [toolsPath, `${toolsPath}/:alias`, `/agents/:agent_id${toolsPath}`, `/agents/:agent_id${toolsPath}/:alias`],
    agentRoutes: ['/a2a/:alias', '/agents/:agent_id/a2a/:alias'],
    read(path) {
      const { groups } = form.exec(path) ?? {};
      if (groups === undefined) return undefined;
      const { agent: agentId, alias, called } = groups;
      return called === undefined ? { agentId, alias, protocol: 'mcp' } : { agentId, alias: called, protocol: 'a2a' };
    },
  };
}

/** The metadata URL of a resource: the well-known path stands between host and path (RFC 9728 section 3.1). */
export function metadataUrlOf(ownUrl: string, path: string): string {
  const { origin, pathname } = new URL(ownUrl);
  return `${origin}${wellKnownPath}${pathname.replace(/\/+$/, '')}${path}`;
}

/** The resource that a metadata path names; undefined for none. A reverse proxy may have left its own path in it. */
export function resourceOfMetadataPath(
  ownUrl: string,
  metadataPath: string,
  endpointPaths: EndpointPaths,
): string | undefined {
  if (!metadataPath.startsWith(wellKnownPath)) return undefined;
  const prefix = new URL(ownUrl).pathname.replace(/\/+$/, '');
  const rest = metadataPath.slice(wellKnownPath.length).replace(/\/$/, '');
  const path = prefix !== '' && rest.startsWith(prefix) ? rest.slice(prefix.length) : rest;
  const isKnown = path === '' || endpointPaths.read(path) !== undefined;
  return isKnown ? `${ownUrl.replace(/\/+$/, '')}${path}` : undefined;
}

/**
 * Lists the audiences that a token for a call of this path may have: the whole gateway, or this resource as its
 * metadata names it, with the resource above it. Clients are told to ask for the first.
 */
export function audiencesAt(
  ownUrl: string,
  path: string,
  { toolsPath, endpointPaths }: { readonly toolsPath: string; readonly endpointPaths: EndpointPaths },
): readonly string[] {
  const own = ownUrl.replace(/\/+$/, '');
  const place = endpointPaths.read(path);
  const above = place?.alias === undefined ? path : path.slice(0, -(place.alias.length + 1));
  const paths = place === undefined ? [toolsPath] : [toolsPath, above, path];
  // Libraries write the URL of a bare host with a trailing slash.
  return [...new Set([...paths.map((each) => `${own}${each}`), own, `${own}/`])];
}
