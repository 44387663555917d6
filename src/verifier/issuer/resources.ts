/** What tokens may be for (RFC 8707): our own API, the gateways, and what is added to the list. */
import { fullScope, gatewayCallScope, knownScopes, mcpScopes } from '../access/actions.ts';

/** A protected resource that this issuer gives tokens for. */
export interface Resource {
  /** Absolute URI, as clients send it; also the audience of its tokens. */
  readonly uri: string;
  readonly name: string;
  /** Scopes that mean something there. */
  readonly scopes: readonly string[];
  /** What a client gets for itself that names none. */
  readonly defaultScope: string;
  /** What a person is asked for where the client names none; the same if absent. */
  readonly personScope?: string;
  /** A JWT that the resource checks itself, or a token that it has to ask about. */
  readonly format: 'jwt' | 'opaque';
  /** Other addresses that mean the same resource. */
  covers?(uri: string): boolean;
}

export interface Resources {
  readonly api: Resource;
  readonly gateway: Resource;
  readonly all: readonly Resource[];
  /** Exactly as it is written, but for a slash at the end; or by another address that means the same. */
  find(uri: string): Resource | undefined;
}

/** Scopes of OpenID Connect that people may give. */
export const openidScopes = ['openid', 'email', 'profile', 'offline_access'] as const;

/** Seconds that an access token holds. */
export const accessTokenTtlS = 300;

export function createResources(issuer: string, more: readonly Resource[] = []): Resources {
  const api: Resource = {
    ...{ uri: `${issuer}/v1`, name: 'Assay API', format: 'jwt', defaultScope: fullScope },
    // Somebody else's application that does not say what it wants gets little.
    personScope: 'agents:read workspaces:read',
    // What a person gives for an agent to act with elsewhere is given here: see docs/delegation.md.
    scopes: [fullScope, ...knownScopes, ...mcpScopes],
    // Its tools are its endpoints, with their rights: a client of MCP names the address that it talks to.
    covers: (uri) => uri === toMcpUri(issuer) || uri === `${toMcpUri(issuer)}/`,
  };
  const gateway: Resource = {
    ...{ uri: `${issuer}/gateway`, name: 'Assay gateway', format: 'jwt', defaultScope: gatewayCallScope },
    scopes: [gatewayCallScope, fullScope],
  };
  const all = [api, gateway, ...more];
  const byUri = new Map(all.map((resource) => [resource.uri, resource]));
  const find = (uri: string): Resource | undefined =>
    byUri.get(uri.endsWith('/') ? uri.slice(0, -1) : uri) ?? all.find(({ covers }) => covers?.(uri) === true);
  return { api, gateway, all, find };
}

/** The verifier's own `/mcp`, as clients of MCP name it. */
export function toMcpUri(issuer: string): string {
  return `${issuer}/mcp`;
}

/** Every scope that this issuer knows. */
export function scopesOf({ all }: Resources): string[] {
  return [...new Set([...openidScopes, ...all.flatMap(({ scopes }) => scopes)])];
}
