/** Which access tokens this gateway takes: those that are meant for it and for nobody else. */
import type { TokenUse } from '../../edge/authentication/access-token.ts';
import { mcpScopes } from '../seams.ts';

export interface OwnPlace {
  /** `MCP_GATEWAY_PUBLIC_URL`; undefined: what the verifier says. */
  readonly publicUrl: string | undefined;
  readonly toolsPath: string;
}

/** Everything that a client may need here. */
export const allScopes: readonly string[] = [mcpScopes.list, mcpScopes.call];

export function createTokenUse({ publicUrl, toolsPath }: OwnPlace): TokenUse {
  const own = publicUrl === undefined ? undefined : audienceOf(publicUrl, toolsPath);
  return {
    // The verifier's word for another place is none for this one.
    audience: ({ mcp_audience: named }) => (own === undefined || own === named ? named : undefined),
    name: 'this MCP gateway',
    scopes: allScopes,
    ...{ needsScope: false, takesPeople: true, takesBound: true },
  };
}

/** What tokens for a gateway at this URL are meant for. */
export function audienceOf(url: string, toolsPath: string): string {
  return `${url.replace(/\/+$/, '')}${toolsPath}`;
}
