/** Discovers the authentication that a resource requires: its challenge, its metadata, and its authorization server's. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { readJson } from '../../../platform/http/guarded-answer.ts';
import { jsonTypes } from '../../../platform/http/guarded-as-fetch.ts';
import { type GuardedFetch, metadataLimits } from '../../../platform/http/guarded-fetch.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import { type BearerChallenge, readChallenge } from './challenge.ts';
import { discoveryReasonOf, foreignUnavailable, refuseForeign } from './errors.ts';
import { keepScopes } from './scopes.ts';
import { type ForeignServerFacts, readServerMetadata } from './server-metadata.ts';
import { createTtlCache } from './ttl-cache.ts';
import {
  isIdentifierOf,
  placeOfChallenge,
  type ResourceMetadataPlace,
  resourceMetadataPlaces,
  serverMetadataUrls,
} from './well-known.ts';

/** The statements of a resource; without `server` nothing is required. */
export interface DiscoveredResource {
  readonly resource: string;
  readonly server: ForeignServerFacts | undefined;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[];
  readonly scopesNeeded: readonly string[];
}

export interface Discovery {
  findResource(orgId: string, resourceUrl: string): Promise<DiscoveredResource>;
  findServer(orgId: string, issuer: string): Promise<ForeignServerFacts>;
  /** Forgets everything remembered for an organisation about this resource and authorization servers. */
  forget(orgId: string, resourceUrl: string): void;
}

export interface DiscoveryDeps {
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly clock: Clock;
  /** Called for refused metadata; at most once a minute for the same. */
  readonly onRefused?: (orgId: string, host: string, reason: string) => Promise<void>;
}

export function createDiscovery({ outbound, clock, onRefused }: DiscoveryDeps): Discovery {
  const resources = createTtlCache<DiscoveredResource>({ clock });
  const servers = createTtlCache<ForeignServerFacts>({ clock });

  const told = async <T>(orgId: string, about: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const reason = discoveryReasonOf(error);
      if (reason !== undefined && refusals.has(reason)) await onRefused?.(orgId, hostOf(about), reason);
      throw error;
    }
  };
  const findServer = (orgId: string, issuer: string): Promise<ForeignServerFacts> =>
    servers.get(`${orgId}\n${issuer}`, () =>
      told(orgId, issuer, async () => {
        assertIssuer(issuer);
        return askServer(inTime(outbound.forOrganisation(orgId)), issuer);
      }),
    );

  return {
    findServer,
    findResource: (orgId, resourceUrl) =>
      resources.get(`${orgId}\n${resourceUrl}`, async () => {
        const found = await told(orgId, resourceUrl, () =>
          askResource(inTime(outbound.forOrganisation(orgId)), resourceUrl),
        );
        if (found === undefined) return openResource(resourceUrl);
        const server = await firstOf(found.authorizationServers, async (issuer) => {
          const facts = await findServer(orgId, issuer);
          return told(orgId, issuer, async () => assertPkce(facts));
        });
        return { ...found, server };
      }),
    forget(orgId, resourceUrl) {
      resources.forget(`${orgId}\n${resourceUrl}`);
      servers.forget(`${orgId}\n`);
    },
  };
}

/** Limit of all requests about one resource or server together: each alone may be slow, and there are many places. */
const maxMs = 15_000;

function inTime(fetch: GuardedFetch): GuardedFetch {
  const signal = AbortSignal.timeout(maxMs);
  return (url, request) => fetch(url, { ...request, signal });
}

/** Reasons that indicate a hostile or broken server. */
const refusals = new Set(['resource_mismatch', 'issuer_mismatch', 'metadata_invalid', 'pkce_unsupported']);

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, 255) : '';
}

function openResource(resource: string): DiscoveredResource {
  return { resource, server: undefined, authorizationServers: [], scopesSupported: [], scopesNeeded: [] };
}

const maxServers = 3;
const ResourceMetadataSchema = Type.Object({
  resource: Type.String({ maxLength: 2_048 }),
  authorization_servers: Type.Optional(Type.Array(Type.String({ maxLength: 2_048 }), { maxItems: 100 })),
  scopes_supported: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { maxItems: 1_000 })),
  bearer_methods_supported: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
  dpop_bound_access_tokens_required: Type.Optional(Type.Boolean()),
  tls_client_certificate_bound_access_tokens: Type.Optional(Type.Boolean()),
});
const resourceShape = Compile(ResourceMetadataSchema);

type FoundResource = Omit<DiscoveredResource, 'server'>;

/** Gives undefined for a resource that requires no token. */
async function askResource(fetch: GuardedFetch, resourceUrl: string): Promise<FoundResource | undefined> {
  const resource = readResource(resourceUrl);
  const { isRefused, challenge } = await callUnauthenticated(fetch, resource);
  const found = await firstMetadata(fetch, placesOf(resource, challenge, isRefused));
  if (found === undefined) {
    if (!isRefused) return undefined;
    throw refuseForeign('no_authorization_server', 'the resource requires a token and does not name the issuer');
  }
  const { document, place } = found;
  if (!resourceShape.Check(document)) throw refuseForeign('metadata_invalid', 'the metadata does not follow RFC 9728');
  const { authorization_servers: authorizationServers = [], scopes_supported: scopes = [] } = document;
  const isAbout = isIdentifierOf(document.resource, place);
  // The resource admits everybody: metadata at this origin is about something else, or requires nothing.
  if (!isRefused && (!isAbout || authorizationServers.length === 0)) return undefined;
  if (!isAbout) {
    throw refuseForeign('resource_mismatch', 'the metadata belongs to another resource');
  }
  if (authorizationServers.length === 0) {
    throw refuseForeign('no_authorization_server', 'the metadata of the resource names no authorization server');
  }
  if (document.dpop_bound_access_tokens_required === true || !takesHeader(document.bearer_methods_supported)) {
    throw refuseForeign('metadata_invalid', 'the resource does not accept a bearer token in the Authorization header');
  }
  return {
    resource: document.resource,
    authorizationServers: authorizationServers.slice(0, maxServers),
    scopesSupported: keepScopes(scopes),
    scopesNeeded: challenge?.scopes ?? [],
  };
}

function takesHeader(methods: readonly string[] | undefined): boolean {
  return methods === undefined || methods.length === 0 || methods.includes('header');
}

function readResource(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.includes('#') || !/^https?:$/.test(url.protocol) || text.length > 2_048) {
    throw refuseForeign('metadata_invalid', 'a resource must be an absolute http(s) URL without a fragment');
  }
  return url;
}

/** Harmless if it is accepted: MCP's request for the server's identity. */
const probe = {
  method: 'POST',
  accept: [],
  timeoutMs: 5_000,
  headers: {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'server/discover',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
} as const;

async function callUnauthenticated(fetch: GuardedFetch, { href }: URL) {
  const answer = await fetch(href, probe);
  const isOther = answer.status === 404 || answer.status === 405 || answer.status === 415;
  // Not every protected resource is an MCP server.
  const { status, headers } = isOther ? await fetch(href, { accept: [], timeoutMs: probe.timeoutMs }) : answer;
  if (status >= 500 || status === 429) throw foreignUnavailable(`the resource answers with HTTP ${status}`);
  return { isRefused: status === 401 || status === 403, challenge: readChallenge(headers['www-authenticate']) };
}

function placesOf(
  resource: URL,
  challenge: BearerChallenge | undefined,
  isRefused: boolean,
): readonly ResourceMetadataPlace[] {
  const named = challenge?.resourceMetadata;
  if (named === undefined) return resourceMetadataPlaces(resource);
  if (!URL.canParse(named) || new URL(named).origin !== resource.origin) {
    // The resource admits everybody: metadata at another origin, as copies of hosted servers have it, is unused.
    if (!isRefused) return resourceMetadataPlaces(resource);
    throw refuseForeign('metadata_invalid', 'the resource points to metadata at another origin');
  }
  return [placeOfChallenge(resource, new URL(named))];
}

async function firstMetadata(fetch: GuardedFetch, places: readonly ResourceMetadataPlace[]) {
  for (const place of places) {
    const document = await getDocument(fetch, place.url);
    if (document !== undefined) return { document, place };
  }
  return undefined;
}

async function askServer(fetch: GuardedFetch, issuer: string): Promise<ForeignServerFacts> {
  for (const url of serverMetadataUrls(issuer)) {
    const document = await getDocument(fetch, url);
    if (document === undefined) continue;
    return readServerMetadata(document, issuer);
  }
  throw refuseForeign(
    'metadata_invalid',
    'the authorization server has no metadata at the places of RFC 8414 and OpenID Connect',
  );
}

/** A server that answers every path with a page has no document there. */
const absent = new Set(['outbound_type']);

/** Gives undefined if there is no document. */
async function getDocument(fetch: GuardedFetch, url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { accept: jsonTypes, ...metadataLimits });
    if (answer.status >= 500 || answer.status === 429) {
      throw foreignUnavailable(`the metadata request was answered with HTTP ${answer.status}`);
    }
    if (answer.status !== 200) return undefined;
    return readJson(answer, metadataLimits.maxDepth);
  } catch (error) {
    if (absent.has(discoveryReasonOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Gives the first success; if all fail, throws the first failure. */
async function firstOf<T>(all: readonly string[], ask: (one: string) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (const one of all) {
    try {
      return await ask(one);
    } catch (error) {
      if (!(error instanceof AppError) || isAppError(error, 'too_many_requests')) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Refuses a server without S256: without it, an intercepted code can be used (MCP authorization, OAuth 2.1). @throws
 * AppError.
 */
export function assertPkce(server: ForeignServerFacts): ForeignServerFacts {
  if (server.hasS256 || server.authorizationEndpoint === undefined) return server;
  throw refuseForeign('pkce_unsupported', 'the authorization server does not offer PKCE with S256');
}

/**
 * Checks that an issuer is https (RFC 8414 section 2), or http if the outbound rules allow it, without query and fragment.
 * @throws AppError.
 */
export function assertIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPlain = /^[\x21-\x7e]{1,2048}$/.test(issuer) && !/[?#]/.test(issuer);
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw refuseForeign('metadata_invalid', 'an issuer must be an https URL without query and fragment');
  }
}
