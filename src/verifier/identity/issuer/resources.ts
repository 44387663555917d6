/** The resources that tokens may be for (RFC 8707): our own API, the gateways, and further ones. */
import { fullScope, gatewayCallScope, knownScopes, mcpScopes } from '../../base/access/actions.ts';

/** A protected resource that this issuer gives tokens for. */
export interface Resource {
  /** Absolute URI as clients send it; also the audience of its tokens. */
  readonly uri: string;
  readonly name: string;
  /** Scopes of this resource. */
  readonly scopes: readonly string[];
  /** The scope of a client's own token if it names none. */
  readonly defaultScope: string;
  /** The scope that a person is asked for if the client names none; `defaultScope` if absent. */
  readonly personScope?: string;
  /** jwt: the resource checks the token itself; opaque: the resource must introspect it. */
  readonly format: 'jwt' | 'opaque';
  /** Tells whether another address means the same resource. */
  covers?(uri: string): boolean;
}

export interface Resources {
  readonly api: Resource;
  readonly gateway: Resource;
  readonly all: readonly Resource[];
  /** Finds a resource by its exact URI, apart from a trailing slash, or by an address that it covers. */
  find(uri: string): Resource | undefined;
}

/** Scopes of OpenID Connect that people may grant. */
export const openidScopes = ['openid', 'email', 'profile', 'offline_access'] as const;

/** Lifetime of an access token, in seconds. */
export const accessTokenTtlS = 300;

export function createResources(issuer: string, more: readonly Resource[] = []): Resources {
  const api: Resource = {
    uri: `${issuer}/v1`,
    name: 'Assay API',
    format: 'jwt',
    defaultScope: fullScope,
    // A third-party application that names no scope gets little.
    personScope: 'agents:read workspaces:read',
    // A person also grants here what an agent may do elsewhere (docs/delegation.md).
    scopes: [fullScope, ...knownScopes, ...mcpScopes],
    // The verifier's MCP tools are its API operations, with the same rights; an MCP client names the address that it talks to.
    covers: (uri) => uri === toMcpUri(issuer) || uri === `${toMcpUri(issuer)}/`,
  };
  const gateway: Resource = {
    uri: `${issuer}/gateway`,
    name: 'Assay gateway',
    format: 'jwt',
    defaultScope: gatewayCallScope,
    scopes: [gatewayCallScope, fullScope],
  };
  const all = [api, gateway, ...more];
  const byUri = new Map(all.map((resource) => [resource.uri, resource]));
  const find = (uri: string): Resource | undefined =>
    byUri.get(uri.endsWith('/') ? uri.slice(0, -1) : uri) ?? all.find(({ covers }) => covers?.(uri) === true);
  return { api, gateway, all, find };
}

/** Gives the address of the verifier's own `/mcp`, as MCP clients name it. */
export function toMcpUri(issuer: string): string {
  return `${issuer}/mcp`;
}

/** Lists every scope of this issuer. */
export function scopesOf({ all }: Resources): string[] {
  return [...new Set([...openidScopes, ...all.flatMap(({ scopes }) => scopes)])];
}
