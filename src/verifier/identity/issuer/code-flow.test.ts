import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../front/pages/test-visitor.ts';
import { claimsOf, openTestIssuer, type TestIssuer } from './issuer.fixture.ts';

const redirectUri = 'http://127.0.0.1:7777/callback';
const allowed = { execute: [client.allowInsecureRequests] };
let issuer: TestIssuer;
let ada: TestVisitor;
let config: client.Configuration;

beforeAll(async () => {
  issuer = await openTestIssuer();
  ada = await issuer.join({ email: 'ada@example.com', role: 'operator', name: 'Ada' });
  config = await register({ client_name: 'Foreign', grant_types: ['authorization_code', 'refresh_token'] });
});
beforeEach(() => issuer.verifier.clock.set(Date.now()));
afterAll(() => issuer?.close());

function register(metadata: Partial<client.ClientMetadata>, auth?: client.ClientAuth): Promise<client.Configuration> {
  const registered = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', ...metadata };
  return client.dynamicClientRegistration(new URL(issuer.url), registered, auth ?? client.None(), {
    ...allowed,
    algorithm: 'oauth2',
  });
}

async function startRequest(of = config, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(of, {
    redirect_uri: redirectUri,
    scope: 'openid email profile offline_access agents:read',
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...more,
  });
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

async function getTokens(of = config, more: Record<string, string> = {}) {
  const { url, checks } = await startRequest(of, more);
  return client.authorizationCodeGrant(of, await issuer.authorize(ada, url), checks);
}

async function errorOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => String(Reflect.get(Object(error), 'error') ?? Reflect.get(Object(error), 'code') ?? error),
  );
}

describe('the authorization code flow with a foreign client', () => {
  it('gives a person an access token for our API, an id_token, and a refresh token', async () => {
    const tokens = await getTokens();
    expect(claimsOf(tokens.access_token)).toMatchObject({
      iss: issuer.url,
      aud: `${issuer.url}/v1`,
      scope: 'agents:read',
      org_id: 'default',
      client_id: config.clientMetadata().client_id,
      sub: expect.stringMatching(/^usr_/),
    });
    expect(tokens.claims()).toMatchObject({ email: 'ada@example.com', name: 'Ada', iss: issuer.url });
    expect(tokens.refresh_token).toBeDefined();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await issuer.verifier.get('/v1/agents', headers)).status).toBe(200);
    expect((await issuer.verifier.get('/v1/workspaces', headers)).body).toMatchObject({ scope: 'workspaces:read' });
  });

  it("a person's consent to a client, and its withdrawal, are in their organisation's log", async () => {
    const foreign = await register({ client_name: 'Logged' });
    const id = String(foreign.clientMetadata().client_id);
    await issuer.authorize(ada, (await startRequest(foreign)).url, 'no');
    await issuer.authorize(ada, (await startRequest(foreign)).url);
    const { issuer: grants, people } = issuer.verifier.verifier().services;
    const { db } = issuer.verifier.testDb.database();
    const person = await people.findByEmail(db, 'ada@example.com');
    const [grant] = (await grants.grants.list(person?.id ?? '')).filter(({ client: { id: of } }) => of === id);
    await ada.fill('/account/applications', { id: grant?.id ?? '' }, '/account/applications/revoke');
    const log = await issuer.verifier.admin('GET', `/v1/audit-logs?resource=oauth_client/${id}&action=application.*`);
    const about = { actor: { type: 'person', id: person?.id }, credential_id: expect.stringMatching(/^ses_/) };
    expect(log.body['items']).toMatchObject([
      { ...about, action: 'application.revoked', details: { grant_id: grant?.id } },
      { ...about, action: 'application.allowed', details: { name: 'Logged' } },
    ]);
  });

  it('a denial sends the client away with access_denied and its state', async () => {
    const { url } = await startRequest();
    const back = await issuer.authorize(ada, url, 'no');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      iss: issuer.url,
      state: url.searchParams.get('state'),
    });
  });

  it("the issuer's name comes with every answer, and the client refuses another one", async () => {
    const { url, checks } = await startRequest();
    const back = await issuer.authorize(ada, url);
    expect(back.searchParams.get('iss')).toBe(issuer.url);
    back.searchParams.set('iss', 'https://mix-up.example');
    expect(await errorOf(client.authorizationCodeGrant(config, back, checks))).not.toBe('none');
  });

  it('a code is valid once: the second use ends the tokens of the first', async () => {
    const { url, checks } = await startRequest();
    const back = await issuer.authorize(ada, url);
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    expect(await errorOf(client.authorizationCodeGrant(config, back, checks))).toBe('invalid_grant');
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await issuer.verifier.get('/v1/agents', headers)).status).toBe(401);
  });

  it('at most one of many concurrent uses of a code is answered', async () => {
    const { url, checks } = await startRequest();
    const back = await issuer.authorize(ada, url);
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () => errorOf(client.authorizationCodeGrant(config, back, checks))),
    );
    expect(outcomes.filter((outcome) => outcome === 'none').length).toBeLessThanOrEqual(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== 'none'))).toEqual(new Set(['invalid_grant']));
  });

  it('refresh tokens rotate; a reused one ends the family', async () => {
    const first = await getTokens();
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await errorOf(client.refreshTokenGrant(config, first.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await errorOf(client.refreshTokenGrant(config, second.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('refreshing narrows scopes and never widens them', async () => {
    const { refresh_token: token = '' } = await getTokens(config, { scope: 'offline_access agents:read keys:read' });
    const narrow = await client.refreshTokenGrant(config, token, { scope: 'agents:read' });
    expect(narrow.scope).toBe('agents:read');
    const wide = client.refreshTokenGrant(config, narrow.refresh_token ?? '', { scope: 'agents:write' });
    expect(await errorOf(wide)).toBe('invalid_scope');
  });

  it('userinfo answers a token without another audience', async () => {
    const tokens = await getTokens(config, { scope: 'openid email' });
    const sub = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ email: 'ada@example.com' });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await issuer.verifier.get('/v1/agents', headers)).status).toBe(401);
  });

  it('a confidential client needs its secret', async () => {
    const confidential = await register(
      { token_endpoint_auth_method: 'client_secret_basic', grant_types: ['authorization_code', 'refresh_token'] },
      client.ClientSecretBasic(),
    );
    const { client_secret: secret } = confidential.clientMetadata();
    expect(secret).toMatch(/^assay_secret_/);
    expect((await getTokens(confidential)).access_token).toBeDefined();
    const imposter = new client.Configuration(
      confidential.serverMetadata(),
      confidential.clientMetadata().client_id,
      undefined,
      client.ClientSecretBasic('assay_secret_wrong'),
    );
    client.allowInsecureRequests(imposter);
    const { url, checks } = await startRequest(confidential);
    const back = await issuer.authorize(ada, url);
    await expect(client.authorizationCodeGrant(imposter, back, checks)).rejects.toMatchObject({ status: 401 });
  });

  it('the command line is a known client, on any loopback port', async () => {
    const cli = await client.discovery(new URL(issuer.url), 'assay-cli', undefined, client.None(), {
      ...allowed,
      algorithm: 'oauth2',
    });
    const uri = 'http://127.0.0.1:50123/callback';
    const tokens = await getTokens(cli, { redirect_uri: uri, scope: 'assay:full offline_access' });
    expect(claimsOf(tokens.access_token)).toMatchObject({ client_id: 'assay-cli', scope: 'assay:full' });
  });

  it("a request without a scope gets few, or the client's registered ones", async () => {
    const without = async (of: client.Configuration) => {
      const { url, checks } = await startRequest(of);
      url.searchParams.delete('scope');
      return client.authorizationCodeGrant(of, await issuer.authorize(ada, url), checks);
    };
    expect((await without(config)).scope).toBe('agents:read workspaces:read');
    expect((await without(await register({ scope: 'openid keys:read' }))).scope).toBe('keys:read');
  });

  it('a person signed out of the pages must sign in again', async () => {
    const eve = await issuer.join({ email: 'eve@example.com', role: 'viewer' });
    const { url } = await startRequest();
    await issuer.authorize(eve, url);
    eve.cookies.delete('assay_session');
    const again = await startRequest(config, { prompt: 'none' });
    const back = await issuer.authorize(eve, again.url);
    expect(back.searchParams.get('error')).toBe('login_required');
  });

  it('a client that requires a fresh sign-in gets one', async () => {
    const { url } = await startRequest(config, { prompt: 'login' });
    await expect(issuer.authorize(ada, url)).rejects.toThrow(/422|400|401|once more/);
  });
});

describe('a refused authorization request', () => {
  const open = async (change: (url: URL) => void) => {
    const { url } = await startRequest();
    change(url);
    return ada.open(`${url.pathname}${url.search}`);
  };

  it.each([
    ['http://127.0.0.1:7777/other'],
    ['https://127.0.0.1:7777/callback'],
    ['http://127.0.0.1:7777/callback/../evil'],
    ['http://127.0.0.1:7777/callback?x=1'],
    ['http://127.0.0.1:7777@evil.example/callback'],
    ['http://evil.example/callback'],
    ['javascript:alert(1)'],
  ])('is not redirected to %s', async (uri) => {
    const answer = await open((url) => url.searchParams.set('redirect_uri', uri));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    ['without PKCE', 'code_challenge', '', 'invalid_request'],
    ['with PKCE plain', 'code_challenge_method', 'plain', 'invalid_request'],
    ['for a token at once', 'response_type', 'token', 'unsupported_response_type'],
    ['for an unknown resource', 'resource', 'https://elsewhere.example/', 'invalid_target'],
    ['with a request object', 'request', 'eyJhbGciOiJub25lIn0.e30.', 'request_not_supported'],
  ])('states its error %s', async (_title, name, value, error) => {
    const answer = await open((url) =>
      value === '' ? url.searchParams.delete(name) : url.searchParams.set(name, value),
    );
    const back = new URL(answer.location ?? '');
    expect(`${back.searchParams.get('error') ?? new URLSearchParams(back.hash.slice(1)).get('error')}`).toBe(error);
  });

  it('returns any state as data', async () => {
    const state = 'a\r\nset-cookie: evil=1\r\n\r\n<script>alert(1)</script>';
    const { url } = await startRequest(config, { state });
    const answer = await ada.open(`${url.pathname}${url.search}`);
    expect(Object.keys(answer.headers)).not.toContain('evil');
    expect(JSON.stringify(answer.headers)).not.toContain('evil=1');
    const back = await issuer.authorize(ada, url);
    expect(back.searchParams.get('state')).toBe(state);
  });

  it('of an unknown client is explained on a page without markup of its text', async () => {
    const answer = await open((url) => url.searchParams.set('client_id', '<script>alert(1)</script>'));
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<script>');
  });
});

describe('a code at the token endpoint', () => {
  const redeem = async (change: (fields: Record<string, string>) => Record<string, string>) => {
    const { url, checks } = await startRequest();
    const back = await issuer.authorize(ada, url);
    const { client_id } = config.clientMetadata();
    const fields = {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: redirectUri,
      code: back.searchParams.get('code') ?? '',
      code_verifier: checks.pkceCodeVerifier,
    };
    return issuer.form('/oauth/token', change(fields));
  };

  it.each<[string, (fields: Record<string, string>) => Record<string, string>]>([
    ['without a verifier', ({ code_verifier: _gone, ...fields }) => fields],
    ['with another verifier', (fields) => ({ ...fields, code_verifier: client.randomPKCECodeVerifier() })],
    ['for another redirect URI', (fields) => ({ ...fields, redirect_uri: 'http://127.0.0.1:7777/other' })],
    ['by another client', (fields) => ({ ...fields, client_id: 'assay-cli' })],
  ])('%s is refused', async (_title, change) => {
    const answer = await redeem(change);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is refused when expired', async () => {
    const { url, checks } = await startRequest();
    const back = await issuer.authorize(ada, url);
    issuer.verifier.clock.set(Date.now() + 61_000);
    expect(await errorOf(client.authorizationCodeGrant(config, back, checks))).toBe('invalid_grant');
  });
});
