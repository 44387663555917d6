/** The resource that the foreign authorization server of tests protects: its metadata, its challenge, its check of tokens. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as Provider } from 'oidc-provider';
import type { Behaviour, Counts, ForeignServerOptions } from './foreign-server.fixture.ts';
import { sendJson } from './loopback.fixture.ts';

/** The caller of the resource, from its token. */
export interface ForeignCaller {
  readonly account: string | undefined;
  readonly clientId: string | undefined;
  readonly scopes: readonly string[];
}

/** Answers a caller with a valid token. */
export type ResourceHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  caller: ForeignCaller,
) => Promise<void> | void;

export interface ResourceDeps extends ForeignServerOptions {
  readonly provider: Provider;
  readonly behaviour: Behaviour;
  readonly counts: Counts;
  readonly refused: ReadonlySet<string>;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly issuer: string;
}

export async function answerAsResource(
  deps: ResourceDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { behaviour, counts, resource, issuer, requiredScopes = [] } = deps;
  const { pathname } = new URL(request.url ?? '', resource);
  if (pathname.startsWith('/.well-known/') || behaviour.resourceMetadataAt.includes(pathname)) {
    counts.resourceMetadata += 1;
    const metadata = {
      resource,
      authorization_servers: [issuer],
      scopes_supported: deps.scopes,
      ...behaviour.resourceMetadata,
    };
    return sendJson(response, behaviour.resourceMetadataAt.includes(pathname) ? 200 : 404, metadata);
  }
  counts.calls += 1;
  const caller = behaviour.isProtected ? await findCaller(deps, request) : noCaller;
  if (caller === undefined) {
    counts.challenges += 1;
    const challenge = behaviour.challenge === undefined ? challengeOf(deps) : behaviour.challenge;
    const header = challenge === null ? {} : { 'www-authenticate': challenge };
    return sendJson(response, 401, { error: 'unauthorized' }, { ...header });
  }
  if (behaviour.isProtected && !requiredScopes.every((scope) => caller.scopes.includes(scope))) {
    const challenge = `Bearer error="insufficient_scope", scope="${requiredScopes.join(' ')}"`;
    return sendJson(response, 403, { error: 'insufficient_scope' }, { 'www-authenticate': challenge });
  }
  if (deps.handler !== undefined) return deps.handler(request, response, caller);
  sendJson(response, 200, caller);
}

const noCaller: ForeignCaller = { account: undefined, clientId: undefined, scopes: [] };

function challengeOf({ resource, behaviour, requiredScopes = [] }: ResourceDeps): string {
  const at = new URL(behaviour.resourceMetadataAt[0] ?? '/', resource);
  const scope = requiredScopes.length === 0 ? '' : `, scope="${requiredScopes.join(' ')}"`;
  return `Bearer error="invalid_token", resource_metadata="${at.href}"${scope}`;
}

/** Introspects a token without HTTP: checks that it is valid and for this resource. */
async function findCaller(deps: ResourceDeps, { headers }: IncomingMessage): Promise<ForeignCaller | undefined> {
  const text = /^Bearer ([^ ]+)$/.exec(headers.authorization ?? '')?.[1];
  if (text === undefined || deps.refused.has(text)) return undefined;
  const { AccessToken, ClientCredentials } = deps.provider;
  const token = (await AccessToken.find(text)) ?? (await ClientCredentials.find(text));
  const resource = deps.behaviour.resourceMetadata['resource'] ?? deps.resource;
  if (token === undefined || token.aud !== resource) return undefined;
  const account = token.kind === 'AccessToken' && 'accountId' in token ? String(token.accountId) : undefined;
  return { account, clientId: token.clientId, scopes: [...token.scopes] };
}
