/** Says which access tokens this gateway accepts: those whose audience is this gateway. */
import type { TokenUse } from '../../edge/authentication/access-token.ts';
import { mcpScopes } from '../ports.ts';

export interface GatewayAddress {
  /** `MCP_GATEWAY_PUBLIC_URL`; undefined: the URL from the verifier's configuration. */
  readonly publicUrl: string | undefined;
  readonly toolsPath: string;
}

/** Every scope that a client may need here. */
export const allScopes: readonly string[] = [mcpScopes.list, mcpScopes.call];

export function createTokenUse({ publicUrl, toolsPath }: GatewayAddress): TokenUse {
  const own = publicUrl === undefined ? undefined : audienceOf(publicUrl, toolsPath);
  return {
    // An audience that the verifier names for another URL does not count here.
    audience: ({ mcp_audience: named }) => (own === undefined || own === named ? named : undefined),
    name: 'this MCP gateway',
    scopes: allScopes,
    needsScope: false,
    takesPeople: true,
    takesBound: true,
  };
}

/** The audience of tokens for a gateway at this URL. */
export function audienceOf(url: string, toolsPath: string): string {
  return `${url.replace(/\/+$/, '')}${toolsPath}`;
}
