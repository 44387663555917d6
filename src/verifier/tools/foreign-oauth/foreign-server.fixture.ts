/**
 * The upstream side in tests: a foreign authorization server (the public package oidc-provider, in memory) and a resource
 * that it protects (RFC 9728), both on loopback, with the faults that a test sets. Tokens are opaque and for one resource
 * each. Refresh tokens rotate, and one that is shown twice ends its whole family.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { grantTypeOf, readTokenBody } from '../../identity/issuer/token-body.ts';
import { answerInteraction } from './foreign-interaction.fixture.ts';
import { createForeignProvider, tokenExchangeGrant } from './foreign-provider.fixture.ts';
import { answerAsResource, type ResourceHandler } from './foreign-resource.fixture.ts';
import { listenOnLoopback, sendJson } from './loopback.fixture.ts';

export interface ForeignServerOptions {
  /** Other identifiers that tokens may be for; those tokens are JWTs (RFC 9068), which the resource checks itself. */
  readonly jwtFor?: (indicator: string) => boolean;
  /** RFC 7591 and 7592; on if absent. */
  readonly registration?: boolean;
  /** Gives the document at the address of a metadata document (CIMD); without it the server takes no such clients. */
  readonly describe?: (url: string) => Promise<object | undefined> | object | undefined;
  /** Clients that are registered from the beginning, e.g. for `client_credentials`. */
  readonly clients?: readonly KnownClient[];
  /** Authentication methods of clients: `client_secret_basic`, `client_secret_post`, `none`; all of them if absent. */
  readonly authMethods?: readonly ('client_secret_basic' | 'client_secret_post' | 'none')[];
  /** Life of access tokens; 300 s if absent. */
  readonly accessTokenTtlS?: number;
  /** False: it does not know `offline_access`, and gives refresh tokens without it. */
  readonly offlineAccess?: boolean;
  /** Scopes of the resource; `tools.read` and `tools.call` if absent. */
  readonly scopes?: readonly string[];
  /** Scopes without which the resource answers 403 `insufficient_scope`; its challenge names them. */
  readonly requiredScopes?: readonly string[];
  /** Answers a caller with a valid token, e.g. as an MCP server; names the caller if absent. */
  readonly handler?: ResourceHandler;
  /** Gives the account of a subject token in a token exchange; nobody's if undefined. */
  readonly accountOf?: (subjectToken: string) => string | undefined;
}

export interface KnownClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uris?: string[];
  readonly grant_types?: string[];
  readonly response_types?: ('code' | 'none')[];
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none';
}

/** Faults of the server; all of them may be changed at any time. */
export interface Behaviour {
  /** Members of the resource's metadata to replace; undefined removes one. */
  resourceMetadata: Record<string, unknown>;
  /** Members of the authorization server's metadata to replace; undefined removes one. */
  serverMetadata: Record<string, unknown>;
  /** Paths of the resource that serve its metadata; the path form if absent. */
  resourceMetadataAt: readonly string[];
  /** `WWW-Authenticate` of a 401; the right one if undefined, none if null. */
  challenge: string | null | undefined;
  /** Faults of the token endpoint for these grants; `lost`: the server does its work and the answer never arrives. */
  token: { readonly grant?: string; readonly fault: TokenFault } | undefined;
  /** The same for registrations. */
  registration: 'error' | 'slow' | 'garbage' | undefined;
  /** Awaited before these answers: for races, and for changes meanwhile. */
  before: ((endpoint: 'token' | 'registration' | 'deregistration') => Promise<void>) | undefined;
  /** The account that signs in. */
  account: string;
  /** The person's decision: at once, or by the buttons of pages. */
  decision: 'approve' | 'deny' | 'ask';
  /** False: the resource requires no token. */
  isProtected: boolean;
}

export type TokenFault = 'invalid_grant' | 'invalid_client' | 'error' | 'slow' | 'lost' | 'garbage' | 'html';

/** Numbers of requests. */
export interface Counts {
  refreshes: number;
  codes: number;
  clientCredentials: number;
  exchanges: number;
  registrations: number;
  deregistrations: number;
  revocations: number;
  serverMetadata: number;
  resourceMetadata: number;
  /** Calls of the resource itself, and how many of them got 401. */
  calls: number;
  challenges: number;
}

export interface ForeignServer {
  /** Of the authorization server. */
  readonly issuer: string;
  /** Address of the resource, and its RFC 9728 identifier unless `behaviour` sets another. */
  readonly resource: string;
  readonly behaviour: Behaviour;
  readonly counts: Counts;
  /** Requests to the token endpoint, the newest last, with the secrets of the test. */
  readonly tokenRequests: { readonly form: URLSearchParams; readonly authorization: string | undefined }[];
  readonly authorizations: URLSearchParams[];
  readonly registrations: Record<string, unknown>[];
  /** From now on the resource answers 401 to this access token, as if it had been revoked. */
  refuseToken(accessToken: string): void;
  close(): Promise<void>;
}

/** Opens both on free ports. */
export async function openForeignServer(options: ForeignServerOptions = {}): Promise<ForeignServer> {
  const scopes = options.scopes ?? ['tools.read', 'tools.call'];
  const behaviour: Behaviour = {
    resourceMetadata: {},
    serverMetadata: {},
    challenge: undefined,
    token: undefined,
    registration: undefined,
    before: undefined,
    resourceMetadataAt: ['/.well-known/oauth-protected-resource/mcp'],
    account: 'anna@foreign.example',
    decision: 'approve',
    isProtected: true,
  };
  const counts: Counts = {
    refreshes: 0,
    codes: 0,
    clientCredentials: 0,
    exchanges: 0,
    registrations: 0,
    deregistrations: 0,
    revocations: 0,
    serverMetadata: 0,
    resourceMetadata: 0,
    calls: 0,
    challenges: 0,
  };
  const seen: Pick<ForeignServer, 'tokenRequests' | 'authorizations' | 'registrations'> = {
    tokenRequests: [],
    authorizations: [],
    registrations: [],
  };
  const refused = new Set<string>();
  const server = await listenOnLoopback();
  const resourceServer = await listenOnLoopback();
  const resource = `${resourceServer.url}/mcp`;
  const provider = await createForeignProvider({
    ...options,
    issuer: server.url,
    scopes,
    isResource: (indicator) =>
      options.jwtFor?.(indicator) === true ||
      indicator === resource ||
      indicator === behaviour.resourceMetadata['resource'],
    changeMetadata: (metadata) => ({ ...metadata, ...behaviour.serverMetadata }),
  });
  const answer = provider.callback();
  server.answer = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', server.url);
    if (pathname.startsWith('/interaction/')) {
      const deps = { provider, account: () => behaviour.account, decision: () => behaviour.decision };
      return answerInteraction(deps, request, response);
    }
    if (pathname.startsWith('/.well-known/')) counts.serverMetadata += 1;
    if (pathname === '/auth') seen.authorizations.push(searchParams);
    if (pathname === '/token/revocation') counts.revocations += 1;
    if (pathname.startsWith('/reg/') && request.method === 'DELETE') {
      counts.deregistrations += 1;
      await behaviour.before?.('deregistration');
    }
    if (pathname !== '/token' && pathname !== '/reg') return answer(request, response);
    const { text, unread } = await readTokenBody(request);
    const isStopped =
      pathname === '/token'
        ? stopToken(text, request, response, { behaviour, counts, seen })
        : stopRegistration(text, response, { behaviour, counts, seen });
    await behaviour.before?.(pathname === '/token' ? 'token' : 'registration');
    if (!isStopped) await answer(unread, response);
  };
  resourceServer.answer = (request, response) =>
    answerAsResource(
      { ...options, provider, behaviour, counts, refused, scopes, resource, issuer: server.url },
      request,
      response,
    );
  return {
    issuer: server.url,
    resource,
    behaviour,
    counts,
    ...seen,
    refuseToken: (accessToken) => refused.add(accessToken),
    async close() {
      await Promise.all([server.close(), resourceServer.close()]);
    },
  };
}

interface Watching {
  readonly behaviour: Behaviour;
  readonly counts: Counts;
  readonly seen: Pick<ForeignServer, 'tokenRequests' | 'registrations'>;
}

const countOf: Readonly<Record<string, keyof Counts>> = {
  refresh_token: 'refreshes',
  authorization_code: 'codes',
  client_credentials: 'clientCredentials',
  [tokenExchangeGrant]: 'exchanges',
};

/** Counts a call of the token endpoint; true if a fault answers it instead of the server. */
function stopToken(
  text: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { behaviour, counts, seen }: Watching,
): boolean {
  const grant = grantTypeOf(headers['content-type'], text) ?? '';
  const count = countOf[grant];
  if (count !== undefined) counts[count] += 1;
  seen.tokenRequests.push({ form: new URLSearchParams(text), authorization: headers.authorization });
  const { token } = behaviour;
  // Tokens are for one resource: a client that omits it fails (RFC 8707).
  if (grant !== '' && !seen.tokenRequests.at(-1)?.form.has('resource')) {
    sendJson(response, 400, { error: 'invalid_target' });
    return true;
  }
  if (token === undefined || (token.grant ?? grant) !== grant) return false;
  if (token.fault === 'lost') {
    const { socket } = response;
    response.end = () => {
      socket?.destroy();
      return response;
    };
    return false;
  }
  if (token.fault === 'garbage') sendJson(response, 200, ['no', 'tokens']);
  else if (token.fault === 'html') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>canary-html</h1>');
  else if (token.fault === 'error') sendJson(response, 500, { error: 'server_error' });
  else if (token.fault !== 'slow') sendJson(response, 400, { error: token.fault, error_description: 'canary-text' });
  return true;
}

function stopRegistration(text: string, response: ServerResponse, { behaviour, counts, seen }: Watching): boolean {
  counts.registrations += 1;
  seen.registrations.push(JSON.parse(text));
  if (behaviour.registration === undefined) return false;
  if (behaviour.registration === 'garbage') sendJson(response, 201, { client_id: 7 });
  if (behaviour.registration === 'error') sendJson(response, 400, { error: 'invalid_client_metadata' });
  return true;
}
