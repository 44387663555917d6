/** Tests discovery of a resource: the addresses, the accepted metadata, and the refusals. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { GuardedAnswer, GuardedClient, GuardedRequest } from '../../../platform/http/guarded-fetch.ts';
import { createDiscovery, type Discovery } from './discovery.ts';

const resource = 'https://mcp.example/a/mcp';
const issuer = 'https://as.example/t1';
const at = (path: string) => `https://mcp.example/.well-known/oauth-protected-resource${path}`;
const serverAt = 'https://as.example/.well-known/oauth-authorization-server/t1';

type Page = unknown | { readonly status: number; readonly headers?: Record<string, string> };
let pages: Map<string, Page | AppError>;
let asked: { readonly url: string; readonly request: GuardedRequest }[];
let refused: unknown[];
let now: number;
let discovery: Discovery;

beforeEach(() => {
  pages = new Map<string, Page>([
    [resource, { status: 401 }],
    [at('/a/mcp'), { resource, authorization_servers: [issuer], scopes_supported: ['read'] }],
    [serverAt, serverMetadata()],
  ]);
  [asked, refused, now] = [[], [], 1_000_000];
  const call = async (url: string, request: GuardedRequest): Promise<GuardedAnswer> => {
    asked.push({ url, request });
    const page = pages.get(url) ?? { status: 404 };
    if (page instanceof AppError) throw page;
    const isStatus = typeof page === 'object' && page !== null && 'status' in page;
    const { status, headers = {} }: { status: number; headers?: Record<string, string> } = isStatus
      ? { status: Number(page.status), headers: 'headers' in page ? Object(page.headers) : {} }
      : { status: 200 };
    return { status, headers, body: Buffer.from(JSON.stringify(page)) };
  };
  const open = () => Promise.reject(new Error('nothing streams here'));
  const client: GuardedClient = Object.assign(call, { open });
  discovery = createDiscovery({
    outbound: { forOrganisation: () => client },
    clock: { now: () => now },
    onRefused: async (...told) => {
      refused.push(told);
    },
  });
});

function serverMetadata(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    issuer,
    token_endpoint: 'https://as.example/token',
    authorization_endpoint: 'https://as.example/authorize',
    registration_endpoint: 'https://as.example/register',
    code_challenge_methods_supported: ['S256'],
    ...change,
  };
}

const find = (url = resource) => discovery.findResource('org', url);
const reason = (why: string) => ({ extensions: { reason: why } });
const challenge = (text: string) => ({ status: 401, headers: { 'www-authenticate': text } });

describe('the search for metadata', () => {
  it('tries the path form first, then the root form', async () => {
    expect((await find()).server?.issuer).toBe(issuer);
    expect(asked.map(({ url }) => url)).toEqual([resource, at('/a/mcp'), serverAt]);
    pages.delete(at('/a/mcp'));
    pages.set(at(''), { resource, authorization_servers: [issuer] });
    discovery.forget('org', resource);
    expect((await find()).resource).toBe(resource);
  });

  it('follows the challenge and nothing else; its scopes are the required ones', async () => {
    const named = 'https://mcp.example/custom/metadata.json';
    pages.set(resource, challenge(`Basic realm="x, y", Bearer resource_metadata="${named}", scope="a b"`));
    pages.set(named, { resource, authorization_servers: [issuer] });
    expect((await find()).scopesNeeded).toEqual(['a', 'b']);
    expect(asked.map(({ url }) => url)).not.toContain(at('/a/mcp'));
    pages.delete(named);
    discovery.forget('org', resource);
    await expect(find()).rejects.toMatchObject(reason('no_authorization_server'));
  });

  it.each([
    ['RFC 8414, path inserted', 'https://as.example/.well-known/oauth-authorization-server/t1'],
    ['OpenID, path inserted', 'https://as.example/.well-known/openid-configuration/t1'],
    ['OpenID, path before', 'https://as.example/t1/.well-known/openid-configuration'],
  ])('finds it at the authorization server: %s', async (_words, place) => {
    pages.delete(serverAt);
    pages.set(place, serverMetadata());
    expect((await find()).server?.issuer).toBe(issuer);
    expect(asked.at(-1)?.url).toBe(place);
  });

  it('sends no credential, and follows only redirects of metadata', async () => {
    await find();
    for (const { request } of asked) {
      expect(Object.keys(request.headers ?? {}).join()).not.toMatch(/authorization|cookie/i);
    }
    expect(asked.map(({ request }) => request.redirects ?? 0)).toEqual([0, 3, 3]);
    expect(asked.slice(1).map(({ request }) => [request.maxBytes, request.maxDepth])).toEqual([
      [65_536, 10],
      [65_536, 10],
    ]);
  });

  it('uses GET for a resource that refuses POST', async () => {
    pages.set(resource, { status: 405 });
    await find();
    expect(asked.slice(0, 2).map(({ request }) => request.method)).toEqual(['POST', undefined]);
  });
});

describe('a resource without a challenge', () => {
  it.each([
    ['has no metadata', undefined],
    ['shows that of something else', { resource: 'https://mcp.example/other', authorization_servers: [issuer] }],
    ['names no authorization server', { resource }],
  ])('and %s needs no token', async (_words, metadata) => {
    pages.set(resource, { status: 200 });
    pages.delete(at('/a/mcp'));
    if (metadata !== undefined) pages.set(at('/a/mcp'), metadata);
    expect(await find()).toMatchObject({ resource, server: undefined });
  });

  it.each([429, 500, 503])('is undetermined with HTTP %i, and asked again later', async (status) => {
    pages.set(resource, { status });
    await expect(find()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('is not open with 403', async () => {
    pages.set(resource, { status: 403 });
    pages.delete(at('/a/mcp'));
    await expect(find()).rejects.toMatchObject(reason('no_authorization_server'));
  });

  it('is open even with metadata of another origin', async () => {
    const headers = { 'www-authenticate': 'Bearer resource_metadata="https://hosted.example/metadata.json"' };
    pages = new Map<string, Page>([[resource, { status: 200, headers }]]);
    expect(await find()).toMatchObject({ server: undefined });
    expect(asked.every(({ url }) => url.startsWith('https://mcp.example/'))).toBe(true);
  });

  it('needs tokens for its work when it lists an authorization server', async () => {
    pages.set(resource, { status: 200 });
    expect((await find()).server?.issuer).toBe(issuer);
  });
});

describe('the owner of metadata (RFC 9728 section 3.3)', () => {
  it.each([
    ['another path', 'https://mcp.example/a/other'],
    ['another host', 'https://evil.example/a/mcp'],
    ['the address with a slash', `${resource}/`],
    ['the address with a fragment', `${resource}#x`],
    ['the origin, in the path form', 'https://mcp.example'],
    ['no URL', 'mcp'],
  ])('must not be %s, which is audited', async (_words, named) => {
    pages.set(at('/a/mcp'), { resource: named, authorization_servers: [issuer] });
    await expect(find()).rejects.toMatchObject(reason('resource_mismatch'));
    expect(refused).toEqual([['org', 'mcp.example', 'resource_mismatch']]);
    expect(asked.map(({ url }) => url)).not.toContain(serverAt);
  });

  it.each(['https://mcp.example', 'https://mcp.example/', resource])('may be %s in the root form', async (named) => {
    pages.delete(at('/a/mcp'));
    pages.set(at(''), { resource: named, authorization_servers: [issuer] });
    expect((await find()).resource).toBe(named);
  });

  it.each([
    ['of another origin', 'https://evil.example/metadata.json'],
    ['of another port', 'https://mcp.example:8443/metadata.json'],
    ['of another scheme', 'http://mcp.example/metadata.json'],
    ['that is no URL', '/metadata.json'],
    ['that runs', 'javascript:alert(1)'],
  ])('must match a challenge: metadata %s is refused, and nothing is requested there', async (_words, named) => {
    pages.set(resource, challenge(`Bearer resource_metadata="${named}"`));
    await expect(find()).rejects.toMatchObject(reason('metadata_invalid'));
    expect(asked.length).toBe(1);
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['without a resource', { authorization_servers: [issuer] }],
    ['with a number for a server', { resource, authorization_servers: [1] }],
    ['that asks for DPoP', { resource, authorization_servers: [issuer], dpop_bound_access_tokens_required: true }],
    [
      'that takes tokens in a query',
      { resource, authorization_servers: [issuer], bearer_methods_supported: ['query'] },
    ],
  ])('a document %s is refused', async (_words, document) => {
    pages.set(at('/a/mcp'), document);
    await expect(find()).rejects.toMatchObject(reason('metadata_invalid'));
  });

  it.each([
    ['that names no server', { resource, authorization_servers: [] }, 'no_authorization_server'],
    ['that is not there', undefined, 'no_authorization_server'],
    ['whose server is no URL', { resource, authorization_servers: ['as'] }, 'metadata_invalid'],
    ['whose server has a query', { resource, authorization_servers: ['https://as.example?x'] }, 'metadata_invalid'],
    ['whose server runs', { resource, authorization_servers: ['javascript:alert(1)'] }, 'metadata_invalid'],
    ['whose server has none', { resource, authorization_servers: ['https://none.example'] }, 'metadata_invalid'],
  ])('a document %s is refused', async (_words, document, why) => {
    pages.set(at('/a/mcp'), document);
    if (document === undefined) pages.delete(at('/a/mcp'));
    await expect(find()).rejects.toMatchObject(reason(why));
  });

  it('may list several authorization servers, of which the first working one is used', async () => {
    const servers = ['https://none.example', issuer];
    pages.set(at('/a/mcp'), { resource, authorization_servers: servers });
    expect(await find()).toMatchObject({ server: { issuer }, authorizationServers: servers });
  });
});

describe('metadata of an authorization server', () => {
  it.each([
    ['another issuer', { issuer: 'https://evil.example' }, 'issuer_mismatch'],
    ['an issuer with a slash more', { issuer: `${issuer}/` }, 'issuer_mismatch'],
    ['an issuer in capitals', { issuer: 'https://AS.example/t1' }, 'issuer_mismatch'],
    ['no issuer', { issuer: undefined }, 'metadata_invalid'],
    ['no token endpoint', { token_endpoint: undefined }, 'metadata_invalid'],
    ['no S256', { code_challenge_methods_supported: ['plain'] }, 'pkce_unsupported'],
    ['no word of PKCE', { code_challenge_methods_supported: undefined }, 'pkce_unsupported'],
    ['an authorization endpoint that runs', { authorization_endpoint: 'javascript:alert(1)' }, 'metadata_invalid'],
    ['one that holds data', { authorization_endpoint: 'data:text/html,x' }, 'metadata_invalid'],
    ['one without https', { authorization_endpoint: 'http://as.example/authorize' }, 'metadata_invalid'],
    ['one on loopback', { authorization_endpoint: 'https://127.0.0.1/authorize' }, 'metadata_invalid'],
    ['one on the local network', { authorization_endpoint: 'https://router.local/x' }, 'metadata_invalid'],
    ['one with a user', { authorization_endpoint: 'https://a:b@as.example/x' }, 'metadata_invalid'],
    ['one with a fragment', { authorization_endpoint: 'https://as.example/x#y' }, 'metadata_invalid'],
    ['a token endpoint of instance metadata', { token_endpoint: 'https://169.254.169.254/t' }, 'metadata_invalid'],
    ['a private registration endpoint', { registration_endpoint: 'https://10.0.0.1/r' }, 'metadata_invalid'],
    ['a mapped one', { registration_endpoint: 'https://[::ffff:7f00:1]/r' }, 'metadata_invalid'],
    ['a decimal one', { revocation_endpoint: 'https://2130706433/r' }, 'metadata_invalid'],
    ['private keys', { jwks_uri: 'https://192.168.0.1/jwks' }, 'metadata_invalid'],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }, 'metadata_invalid'],
    ['an endpoint that is a list', { token_endpoint: ['https://as.example/token'] }, 'metadata_invalid'],
  ])('with %s is refused and audited', async (_words, change, why) => {
    pages.set(serverAt, serverMetadata(change));
    await expect(find()).rejects.toMatchObject(reason(why));
    expect(refused.length).toBe(1);
    expect(JSON.stringify(refused)).not.toMatch(/alert|passwd/);
  });

  it('without a page for people needs no PKCE: it is for programs', async () => {
    const change = { authorization_endpoint: undefined, code_challenge_methods_supported: undefined };
    pages.set(serverAt, serverMetadata(change));
    expect((await find()).server?.hasS256).toBe(false);
  });

  it('inside a private network may lead to others there', async () => {
    const inside = 'http://sso.internal';
    pages.set(at('/a/mcp'), { resource, authorization_servers: [inside] });
    const metadata = (host: string) => ({
      ...serverMetadata({ issuer: inside, registration_endpoint: undefined, authorization_endpoint: `${inside}/a` }),
      token_endpoint: `https://${host}/token`,
    });
    pages.set(`${inside}/.well-known/oauth-authorization-server`, metadata('tokens.internal'));
    expect((await find()).server?.tokenEndpoint).toBe('https://tokens.internal/token');
    pages.set(`${inside}/.well-known/oauth-authorization-server`, metadata('10.1.2.3'));
    discovery.forget('org', resource);
    await expect(find()).rejects.toMatchObject(reason('metadata_invalid'));
  });
});

describe('the cache', () => {
  it('keeps an answer for ten minutes and a failure for one, per organisation', async () => {
    await find();
    await find();
    expect(asked.length).toBe(3);
    await discovery.findResource('other', resource);
    expect(asked.length).toBe(6);
    now += 10 * 60_000;
    pages.set(at('/a/mcp'), { status: 503 });
    await expect(find()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    pages.set(at('/a/mcp'), { resource, authorization_servers: [issuer] });
    const before = asked.length;
    await expect(find()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(asked.length).toBe(before);
    now += 60_000;
    expect((await find()).server?.issuer).toBe(issuer);
  });

  it('asks once for many concurrent requests', async () => {
    await Promise.all([find(), find(), find()]);
    expect(asked.length).toBe(3);
  });

  it('does not keep a refusal for too many calls, which is ours', async () => {
    pages.set(resource, new AppError('too_many_requests', 'later'));
    await expect(find()).rejects.toMatchObject({ code: 'too_many_requests' });
    pages.set(resource, { status: 401 });
    expect((await find()).server?.issuer).toBe(issuer);
  });

  it('forgets a resource that moved to another authorization server', async () => {
    await find();
    const moved = 'https://new.example';
    pages.set(at('/a/mcp'), { resource, authorization_servers: [moved] });
    pages.set(`${moved}/.well-known/oauth-authorization-server`, serverMetadata({ issuer: moved }));
    discovery.forget('org', resource);
    expect((await find()).server?.issuer).toBe(moved);
  });
});
