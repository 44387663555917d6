import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { claimsOf, openTestIssuer, type TestAnswer, type TestIssuer } from './issuer.fixture.ts';

let issuer: TestIssuer;
const good = { redirect_uris: ['https://app.example/cb'] };

beforeAll(async () => {
  issuer = await openTestIssuer(testDatabaseKind, { VERIFIER_CLIENT_REGISTRATION: 'open' });
});
afterAll(() => issuer?.close());

async function send(method: string, url: string, body?: unknown, token?: string): Promise<TestAnswer> {
  // Strangers' registrations are limited per minute.
  issuer.verifier.clock.set(issuer.verifier.clock.now() + 61_000);
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
}
const register = (body: unknown) => send('POST', `${issuer.url}/oauth/register`, body);

describe('a client that registers itself (RFC 7591)', () => {
  it('gets its metadata, its secret once, and its management address', async () => {
    const { status, body, headers } = await register({ ...good, client_name: 'App', scope: 'openid agents:read' });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      client_name: 'App',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret_expires_at: 0,
      client_secret: expect.stringMatching(/^assay_secret_[A-Za-z0-9_-]{43}$/),
    });
    expect(body['registration_client_uri']).toBe(`${issuer.url}/oauth/register/${body['client_id']}`);
  });

  it.each<[string, object]>([
    ['client credentials', { ...good, grant_types: ['client_credentials'] }],
    ['more than codes', { ...good, grant_types: ['authorization_code', 'client_credentials'] }],
    ['implicit tokens', { ...good, response_types: ['token'] }],
    ['an owner of its own', { ...good, grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }],
    ['a certificate', { ...good, token_endpoint_auth_method: 'tls_client_auth' }],
    ['a symmetric signature', { ...good, token_endpoint_auth_method: 'client_secret_jwt' }],
    ['keys without keys', { ...good, token_endpoint_auth_method: 'private_key_jwt' }],
    [
      'a private key',
      { ...good, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'AA' }] } },
    ],
    ['hidden characters in its name', { ...good, client_name: 'Assay‮gpj' }],
    ['an unknown scope', { ...good, scope: 'root:all' }],
    ['nothing', {}],
    ['a list', []],
  ])('does not get %s', async (_title, body) => {
    const answer = await register(body);
    expect(answer.status).toBe(400);
    expect(String(answer.body['error'])).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  });

  it.each([
    ['http://app.example/cb'],
    ['https://app.example/cb#x'],
    ['https://user@app.example/cb'],
    ['https://app.example\\@evil.example/cb'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['app:/cb'],
    ['/cb'],
    ['https://app.example/cb\r\nx'],
    ['http://127.0.0.1.evil.example/cb'],
  ])('is never redirected to %s', async (uri) => {
    expect(await register({ redirect_uris: [uri] })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
  });

  it("is native on its user's machine by default", async () => {
    for (const uri of ['http://127.0.0.1:3000/cb', 'http://localhost/cb', 'com.example.app:/cb']) {
      expect((await register({ redirect_uris: [uri], token_endpoint_auth_method: 'none' })).body).toMatchObject({
        application_type: 'native',
      });
    }
  });

  it('cannot claim to belong to an agent', async () => {
    const owner = { orgId: 'default', origin: 'agent', agentId: 'bot', spiffeId: 'spiffe://assay.local/agent/bot' };
    const { body } = await register({ ...good, assay_owner: owner, agent_id: 'bot' });
    expect(JSON.stringify(body)).not.toContain('bot');
    const [row] = await query<{ agent_id: string | null; metadata: unknown }>(
      issuer.verifier.testDb.database().db,
      sql`select agent_id, metadata from oauth_clients where client_id = ${String(body['client_id'])}`,
    );
    expect(row?.agent_id).toBeNull();
    expect(JSON.stringify(row?.metadata)).not.toContain('spiffe');
  });

  it('is limited per address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++) {
      const { status } = await fetch(`${issuer.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(good),
      });
      statuses.push(status);
    }
    expect(statuses).toContain(429);
  });
});

describe('a self-managed registration (RFC 7592)', () => {
  const made = async () => {
    const { body } = await register({ ...good, client_name: 'App' });
    return { uri: String(body['registration_client_uri']), token: String(body['registration_access_token']), body };
  };

  it('is read without the secret, replaced as a whole, and removed', async () => {
    const { uri, token, body } = await made();
    const found = await send('GET', uri, undefined, token);
    expect(found).toMatchObject({ status: 200, body: { client_name: 'App', client_id: body['client_id'] } });
    expect(found.body['client_secret']).toBeUndefined();
    const { client_id, client_secret } = body;
    const replaced = await send(
      'PUT',
      uri,
      { client_id, client_secret, ...good, client_uri: 'https://app.example' },
      token,
    );
    expect(replaced.body).toMatchObject({ client_uri: 'https://app.example' });
    expect(replaced.body['client_name']).toBeUndefined();
    expect((await send('DELETE', uri, undefined, token)).status).toBe(204);
    expect((await send('GET', uri, undefined, token)).status).toBe(401);
  });

  it('is closed to everybody else, with equal answers', async () => {
    const { uri, token, body } = await made();
    const other = await made();
    const words = await send('GET', `${issuer.url}/oauth/register/oc_unknown`, undefined, token);
    expect(words).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    for (const shown of [other.token, 'wrong', String(body['client_secret']), undefined]) {
      const answer = await send('GET', uri, undefined, shown);
      expect([answer.status, answer.body]).toEqual([words.status, words.body]);
    }
    expect((await send('DELETE', uri, undefined, other.token)).status).toBe(401);
  });

  it.each<[string, (body: Record<string, unknown>) => object]>([
    ['another client_id', () => ({ ...good, client_id: 'assay-cli' })],
    ['another secret', ({ client_id }) => ({ ...good, client_id, client_secret: 'assay_secret_mine' })],
    ['what only the issuer decides', ({ client_id }) => ({ ...good, client_id, client_id_issued_at: 1 })],
    ['more rights', ({ client_id }) => ({ ...good, client_id, grant_types: ['client_credentials'] })],
  ])('refuses an update with %s', async (_title, make) => {
    const { uri, token, body } = await made();
    expect((await send('PUT', uri, make({ ...body }), token)).status).toBe(400);
  });
});

describe('the right to register', () => {
  it('with registration by token belongs to callers with client rights, for their organisation', async () => {
    const closed = await openTestIssuer(testDatabaseKind, { VERIFIER_CLIENT_REGISTRATION: 'token' });
    try {
      const post = (headers: Record<string, string>) => closed.verifier.post('/oauth/register', good, headers);
      expect((await post({})).status).toBe(403);
      expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
      const operator = (await readFile(join(closed.verifier.testDb.dataDir, 'operator-token'), 'utf8')).trim();
      const made = await post({ authorization: `Bearer ${operator}` });
      expect(made.status).toBe(201);
      const path = `/v1/oauth-clients/${String(made.body['client_id'])}`;
      expect((await closed.verifier.get('/v1/oauth-clients')).body['items']).toMatchObject([
        { client_id: made.body['client_id'], registered_by: 'registration', created_by: 'operator' },
        { registered_by: 'agent', agent_id: 'default' },
      ]);
      expect(JSON.stringify((await closed.verifier.get(path)).body)).not.toContain('assay_secret');
      await closed.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
      const elsewhere = { 'x-assay-organization': 'acme' };
      expect((await closed.verifier.admin('GET', path, undefined, elsewhere)).status).toBe(404);
      expect((await closed.verifier.admin('DELETE', path, undefined, elsewhere)).status).toBe(404);
      expect((await closed.verifier.call('DELETE', path, {})).status).toBe(403);
      expect((await closed.verifier.admin('DELETE', path)).status).toBe(204);
      expect((await closed.verifier.get(path)).status).toBe(404);
    } finally {
      await closed.close();
    }
  });

  it('with registration off belongs to nobody, and the metadata name no endpoint', async () => {
    const closed = await openTestIssuer(testDatabaseKind, { VERIFIER_CLIENT_REGISTRATION: 'off' });
    try {
      expect((await closed.verifier.post('/oauth/register', good)).status).toBe(403);
      const { body } = await closed.verifier.get('/.well-known/oauth-authorization-server');
      expect(body).not.toHaveProperty('registration_endpoint');
    } finally {
      await closed.close();
    }
  });

  it("does not let an agent's client be removed", async () => {
    const agent = await issuer.agent('bot');
    const answer = await issuer.verifier.admin('DELETE', `/v1/oauth-clients/${agent.clientId}`);
    expect(answer).toMatchObject({ status: 409, body: { reason: 'client_of_agent' } });
  });
});

describe('the database', () => {
  it('contains no token, code, cookie, secret or registration token', async () => {
    issuer.verifier.clock.set(Date.now());
    const ada = await issuer.join({ email: 'ada@example.com', role: 'operator' });
    const config = await client.discovery(new URL(issuer.url), 'assay-cli', undefined, client.None(), {
      execute: [client.allowInsecureRequests],
      algorithm: 'oauth2',
    });
    const { body: registered } = await send('POST', `${issuer.url}/oauth/register`, good);
    issuer.verifier.clock.set(Date.now());
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:50123/callback',
      scope: 'openid offline_access agents:read',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const pending = await ada.open(`${url.pathname}${url.search}`);
    const back = await issuer.authorize(ada, url);
    const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
    const db = issuer.verifier.testDb.database().db;
    const tables = ['oauth_clients', 'oauth_records', 'oauth_replays', 'revoked_tokens', 'signing_keys', 'audit_log'];
    const dumps = await Promise.all(tables.map((name) => query(db, sql`select * from ${sql.identifier(name)}`)));
    const dump = JSON.stringify(dumps);
    const cookies = [...ada.cookies].filter(([name]) => name.startsWith('assay_oauth')).map(([, value]) => value);
    const secrets = [
      ...[tokens.access_token, tokens.refresh_token, tokens.id_token, back.searchParams.get('code'), ...cookies],
      ...[registered['client_secret'], registered['registration_access_token'], pending.location?.split('/').at(-1)],
      claimsOf(tokens.access_token)['jti'],
    ];
    expect(dump).toContain('Grant');
    expect(cookies.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      expect(typeof secret).toBe('string');
      expect(dump.includes(String(secret))).toBe(false);
    }
  });

  it('drops expired rows', async () => {
    const { db } = issuer.verifier.testDb.database();
    const count = async () => (await query<{ n: number }>(db, sql`select count(*)::int as n from oauth_records`))[0]?.n;
    expect(await count()).toBeGreaterThan(0);
    issuer.verifier.clock.set(Date.now() + 200 * 24 * 60 * 60 * 1000);
    await issuer.verifier.verifier().services.issuer.replays.isFirst('a', 'b', Date.now());
    expect(await count()).toBe(0);
    issuer.verifier.clock.set(Date.now());
  });
});
