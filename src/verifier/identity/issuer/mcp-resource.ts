/** The MCP gateway as a protected resource, with one audience for all its endpoints. */
import { fullScope, mcpCallScope, mcpListScope } from '../../base/access/actions.ts';
import type { Resource } from './resources.ts';

/** Gives the `aud` of its tokens. @param url of the MCP gateway, without a trailing slash. */
export function toMcpAudience(url: string): string {
  return `${url}/mcp`;
}

/** Its endpoints: `/mcp`, `/mcp/{alias}`, `/agents/{agent_id}/mcp` with or without an alias, and the gateway's root. */
const endpoint = /^(?:\/mcp(?:\/[a-z0-9-]{1,64})?|\/agents\/[A-Za-z0-9._-]{1,128}\/mcp(?:\/[a-z0-9-]{1,64})?)?\/?$/;

/**
 * Any endpoint that a client names (RFC 8707, MCP authorization) is the same resource, and one token covers all: a person need
 * not consent again for each server.
 */
export function createMcpResource(url: string): Resource {
  return {
    uri: toMcpAudience(url),
    name: 'Assay MCP gateway',
    format: 'jwt',
    defaultScope: `${mcpListScope} ${mcpCallScope}`,
    scopes: [mcpListScope, mcpCallScope, fullScope],
    covers: (uri) => uri.startsWith(url) && endpoint.test(uri.slice(url.length)),
  };
}
