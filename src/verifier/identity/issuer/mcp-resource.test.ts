/** Tokens for the MCP gateway: who gets which, and how gateways learn of a revoked one. */
import * as dpop from 'dpop';
import fc from 'fast-check';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { fullScope, knownScopes } from '../../base/access/actions.ts';
import { loadVerifierConfig, mcpGatewayUrlOf } from '../../base/config.ts';
import { openBundle } from '../../configuration/gateways/test-bundle.ts';
import { openScene, type Scene } from '../../delegation/token-exchange/exchange-token.fixture.ts';
import type { TestVisitor } from '../../front/pages/test-visitor.ts';
import { basic, claimsOf, type TestAgent, type TestIssuer } from './issuer.fixture.ts';
import { createMcpResource } from './mcp-resource.ts';
import { createResources } from './resources.ts';

const tools = 'https://tools.example.com';
const audience = `${tools}/mcp`;
const redirectUri = 'http://127.0.0.1:7777/callback';
let scene: Scene;
let issuer: TestIssuer;
let agent: TestAgent;
let visitor: TestVisitor;

beforeAll(async () => {
  scene = await openScene(testDatabaseKind, { VERIFIER_MCP_GATEWAY_URL: `${tools}/` });
  issuer = scene.issuer;
  agent = await scene.agent('clerk', { resources: [`${audience}/crm`], scopes: ['mcp:call', 'mcp:list'] });
  visitor = await issuer.join({ email: 'ada@acme.example', role: 'viewer' });
}, 60_000);
beforeEach(() => issuer.verifier.clock.set(Date.now()));
afterAll(() => issuer?.close());

const bundle = async () =>
  openBundle((await issuer.verifier.admin('GET', '/v1/gateways/gw/bundle')).raw.toString('latin1'));

/** Gets a token like an MCP client: it registers itself, and names the endpoint that it talks to. */
async function tokenOfPerson(resource: string, scope?: string) {
  const registered = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', client_name: 'Claude' };
  const config = await client.dynamicClientRegistration(new URL(issuer.url), registered, client.None(), {
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  });
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state: expectedState,
    resource,
    ...(scope === undefined ? {} : { scope }),
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const back = await issuer.authorize(visitor, url);
  const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState }, { resource });
  return { token: tokens.access_token, config };
}

describe('the resource', () => {
  const resources = createResources('https://v.example', [createMcpResource(tools)]);

  it.each([
    ...[tools, `${tools}/`, audience, `${audience}/`, `${audience}/crm`, `${audience}/my-crm-2/`],
    ...[`${tools}/agents/a.b_C-1/mcp`, `${tools}/agents/clerk/mcp/crm`],
  ])('is requested by %s', (uri) => {
    expect(resources.find(uri)?.uri).toBe(audience);
  });

  it.each([
    ...[`${tools}.evil.example/mcp`, `${tools}:444/mcp`, `${tools}@evil.example/mcp`, `${audience}x`, `${tools}/other`],
    ...[`${audience}/a/b`, `${audience}/../v1`, `${audience}?x=1`, `${audience}#x`, `${tools}//mcp`, `${audience}/A`],
    ...[
      `${tools}/agents//mcp`,
      `${tools}/agents/a/b/mcp`,
      `${tools}/agents/%2e%2e/mcp`,
      'http://tools.example.com/mcp',
    ],
  ])('is not requested by %s', (uri) => {
    expect(resources.find(uri)).toBeUndefined();
  });

  it('is not requested by anything that leads elsewhere', () => {
    const part = fc.constantFrom(
      tools,
      '/mcp',
      '/agents',
      '/',
      'clerk',
      'crm',
      '..',
      '@',
      '?',
      '#',
      '.evil',
      '%2f',
      ':80',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const uri = parts.join('');
        if (resources.find(uri) === undefined) return;
        const url = new URL(uri);
        expect([url.origin, url.search, url.hash, url.username]).toEqual([tools, '', '', '']);
        expect(uri).toBe(`${tools}${uri.slice(tools.length)}`);
      }),
    );
  });

  it('is not the `/mcp` of the verifier itself, whose tools are its API', async () => {
    expect(resources.find('https://v.example/mcp')?.uri).toBe('https://v.example/v1');
    expect(resources.find('https://v.example/mcp/crm')).toBeUndefined();
    const { body } = await issuer.verifier.get('/.well-known/oauth-protected-resource/mcp');
    expect(body).toMatchObject({ resource: `${issuer.url}/mcp`, authorization_servers: [issuer.url] });
    const { token } = await tokenOfPerson(`${issuer.url}/mcp`, 'agents:read');
    expect((await issuer.verifier.get('/v1/agents', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it("is in the issuer's metadata with its scopes", async () => {
    const { body } = await issuer.verifier.get('/.well-known/oauth-authorization-server');
    expect(body['scopes_supported']).toEqual(expect.arrayContaining(['mcp:list', 'mcp:call', fullScope]));
    expect(body['protected_resources']).toContain(audience);
  });

  it('is on loopback by default only with a verifier on loopback', () => {
    const of = (env: Record<string, string>) => mcpGatewayUrlOf(loadVerifierConfig(env));
    expect(of({})).toBe('http://127.0.0.1:8100');
    expect(of({ ASSAY_PUBLIC_URL: 'http://localhost:8200' })).toBe('http://127.0.0.1:8100');
    expect(of({ ASSAY_PUBLIC_URL: 'https://assay.example' })).toBeUndefined();
    expect(of({ VERIFIER_MCP_GATEWAY_URL: 'none' })).toBeUndefined();
    expect(of({ VERIFIER_MCP_GATEWAY_URL: 'https://t.example/', ASSAY_PUBLIC_URL: 'https://a.example' })).toBe(
      'https://t.example',
    );
  });

  it('has its own scopes, to which no API key is limited', () => {
    expect(knownScopes).not.toContain('mcp:call');
  });
});

describe('a token of a person', () => {
  it.each([audience, `${audience}/crm`, `${tools}/agents/clerk/mcp/crm`, tools])(
    'requested %s is for the one audience',
    async (resource) => {
      const { token } = await tokenOfPerson(resource);
      expect(claimsOf(token)).toMatchObject({ aud: audience, scope: 'mcp:list mcp:call', sub: expect.any(String) });
      expect((await issuer.verifier.get('/v1/agents', { authorization: `Bearer ${token}` })).status).toBe(401);
    },
  );

  it('has the requested scopes, and gateways hear of its revocation', async () => {
    const { token, config } = await tokenOfPerson(audience, 'mcp:list');
    const { scope, jti } = claimsOf(token);
    expect(scope).toBe('mcp:list');
    const before = await bundle();
    await client.tokenRevocation(config, token);
    const after = await bundle();
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(after.revoked_tokens?.map((line) => line.jti)).toContain(jti);
  });

  it('for a foreign server is refused', async () => {
    await expect(tokenOfPerson(`${audience}/a/b`)).rejects.toThrow();
  });
});

describe('a token of an agent', () => {
  const fields = { grant_type: 'client_credentials', resource: `${audience}/crm` };

  it('is for the same audience, and gateways hear of its revocation', async () => {
    const { body } = await issuer.form('/oauth/token', fields, basic(agent));
    const { aud, scope, agent_id, jti } = claimsOf(body['access_token']);
    expect({ aud, scope, agent_id }).toEqual({ aud: audience, scope: 'mcp:list mcp:call', agent_id: 'clerk' });
    await issuer.form('/oauth/revoke', { token: String(body['access_token']) }, basic(agent));
    expect((await bundle()).revoked_tokens?.map((line) => line.jti)).toContain(jti);
  });

  it('is bound to the key of its request', async () => {
    const proof = await dpop.generateProof(await dpop.generateKeyPair('ES256'), `${issuer.url}/oauth/token`, 'POST');
    const { body } = await issuer.form('/oauth/token', fields, { ...basic(agent), dpop: proof });
    expect(body['token_type']).toBe('DPoP');
    expect(claimsOf(body['access_token'])).toMatchObject({ aud: audience, cnf: { jkt: expect.any(String) } });
  });
});

describe('a token by which an agent acts for a person', () => {
  it("is for the same audience, with the bare names of the consent's tools", async () => {
    const ada = (await scene.person('eve@acme.example')) satisfies string;
    const request = { resources: [`${audience}/crm`], scopes: ['mcp:call'], tools: ['search', 'read'] };
    await scene.consent(ada, agent.id, request);
    const asked = await scene.fields(ada, agent, { resource: audience, scope: 'mcp:call' });
    const proof = await dpop.generateProof(await dpop.generateKeyPair('ES256'), `${issuer.url}/oauth/token`, 'POST');
    const { status, body } = await scene.exchange('/oauth/token', asked, { dpop: proof });
    expect({ status, body }).toMatchObject({ status: 200, body: { token_type: 'DPoP', scope: 'mcp:call' } });
    const claims = claimsOf(body['access_token']);
    expect(claims).toMatchObject({
      aud: audience,
      sub: ada,
      tools: ['read', 'search'],
      cnf: { jkt: expect.any(String) },
    });
    await issuer.form('/oauth/revoke', { token: String(body['access_token']) }, basic(agent));
    expect((await bundle()).revoked_tokens?.map((line) => line.jti)).toContain(claims['jti']);
  });
});

describe('the bundle', () => {
  it('names the audience of tool gateways', async () => {
    expect((await bundle()).access_tokens).toMatchObject({ audience: `${issuer.url}/gateway`, mcp_audience: audience });
  });
});
