/** The gateway of tools (MCP) as a protected resource: one audience for all of its endpoints. */
import { fullScope, mcpCallScope, mcpListScope } from '../access/actions.ts';
import type { Resource } from './resources.ts';

/** What tokens for it have as `aud`. @param url of the gateway of tools, without a slash at its end. */
export function toMcpAudience(url: string): string {
  return `${url}/mcp`;
}

/** Its endpoints: `/mcp`, `/mcp/{alias}`, `/agents/{agent_id}/mcp` and what is below that; and the gateway as a whole. */
const endpoint = /^(?:\/mcp(?:\/[a-z0-9-]{1,64})?|\/agents\/[A-Za-z0-9._-]{1,128}\/mcp(?:\/[a-z0-9-]{1,64})?)?\/?$/;

/**
 * A client names the endpoint that it talks to (RFC 8707, MCP authorization): any of them is the same resource, and a
 * token for one is a token for all, so that nobody is asked once more for each server.
 */
export function createMcpResource(url: string): Resource {
  return {
    ...{ uri: toMcpAudience(url), name: 'Assay MCP gateway', format: 'jwt' },
    defaultScope: `${mcpListScope} ${mcpCallScope}`,
    scopes: [mcpListScope, mcpCallScope, fullScope],
    covers: (uri) => uri.startsWith(url) && endpoint.test(uri.slice(url.length)),
  };
}
