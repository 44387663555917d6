import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../platform/data-dir.ts';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createAccess } from '../../../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../../../platform/http/app.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { createLogger } from '../../../platform/log.ts';
import { createSigningKeys } from '../../base/signing-keys/service.ts';
import { verifierMigrations } from '../../features.ts';
import { createOAuthClients } from './clients.ts';
import { createIssuer } from './create.ts';
import { claimsOf } from './issuer.fixture.ts';
import type { Issuer } from './ports.ts';

const id = 'https://app.example/client.json';
const redirectUri = 'https://app.example/cb';
const good = { client_id: id, client_name: 'App', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
const resource = 'https://mcp.example/tools';
const clock = { now: () => Date.now() };
const log = createLogger({ service: 'verifier', level: 'silent' });
let document: unknown = good;
let asked: string[] = [];
let testDb: TestDb;
let app: HttpApp;
let issuer: Issuer;
let url = '';

const fetchDocument: GuardedFetch = async (target) => {
  asked.push(target);
  const body = Buffer.from(JSON.stringify(document));
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

beforeAll(async () => {
  testDb = await openTestDb(testDatabaseKind, verifierMigrations);
  const { db } = testDb.database();
  await db.execute(sql`insert into users
    (id, email, name, password, status, revision, password_changed_at, created_at, created_by, updated_at)
    values ('usr_ada', 'ada@example.com', 'Ada', 'none', 'active', 1, 0, 0, 'tests', 0)`);
  await db.execute(sql`insert into members (org_id, user_id, role, status, revision, joined_at, created_by, updated_at)
    values ('default', 'usr_ada', 'viewer', 'active', 1, 0, 'tests', 0)`);
  const dataDir = await openDataDir(testDb.dataDir);
  app = createHttpApp({ service: 'verifier', log, access: createAccess({ host: '127.0.0.1' }) });
  url = 'http://127.0.0.1:8200';
  issuer = createIssuer({
    db,
    clock,
    randomBytes,
    log,
    url,
    fetch: fetchDocument,
    registration: 'off',
    hooks: () => ({ grantHandlers: new Map() }),
    clients: createOAuthClients({ db, clock, randomBytes }),
    keys: await createSigningKeys({ db, dataDir, clock, purpose: 'token' }),
    audit: { append: async () => {}, appendMany: async () => {} },
    changes: { hold: async () => {}, record: async () => 0 },
    errorPage: ({ error }) => ({ html: error, headers: {} }),
    resources: [{ uri: resource, name: 'Tools', scopes: ['tools:call'], defaultScope: 'tools:call', format: 'opaque' }],
    agents: { findForToken: async () => undefined, noteToken: async () => {} },
    people: { find: async (_db, userId) => ({ id: userId, email: 'ada@example.com', name: 'Ada', status: 'active' }) },
    members: { roleOf: async () => 'viewer', choose: async () => ({ orgId: 'default' }) },
    sessions: { find: async () => ({ userId: 'usr_ada' }) },
  });
  app.register(async (scope) => {
    await issuer.routes(scope);
    scope.get('/oauth/interaction/:uid', { config: { access: 'open' } }, async (request, reply) => {
      const { prompt } = await issuer.interactions.describe(request, reply);
      if (prompt === 'consent') return issuer.interactions.consent(request, reply, async () => {});
      return issuer.interactions.login(request, reply, { userId: 'usr_ada', authTimeS: Math.floor(Date.now() / 1000) });
    });
  });
});
afterAll(async () => {
  await app?.close();
  await testDb?.close();
});

const code_verifier = client.randomPKCECodeVerifier();

async function ask(more: Record<string, string> = {}, client_id = id): Promise<URL | number> {
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'tools:call',
    resource,
    code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  const cookies = new Map([['assay_session', 'x']]);
  let path = `/oauth/authorize?${query}`;
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({ url: path, headers: { cookie, host: '127.0.0.1:8200' } });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    if (answer.headers.location === undefined) return answer.statusCode;
    const to = new URL(answer.headers.location, url);
    if (to.origin !== url) return to;
    path = `${to.pathname}${to.search}`;
  }
  throw new Error('no end');
}

async function send(path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', host: '127.0.0.1:8200' };
  const answer = await app.inject({ method: 'POST', url: path, headers, payload: String(new URLSearchParams(fields)) });
  return { status: answer.statusCode, body: answer.payload === '' ? {} : answer.json<Record<string, unknown>>() };
}

describe('a client described by its own document', () => {
  it('gets a code and an opaque token for a resource that wants one, and the token is introspected and revoked', async () => {
    const back = await ask();
    const code = back instanceof URL ? (back.searchParams.get('code') ?? '') : '';
    const made = await send('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: id,
      redirect_uri: redirectUri,
      code,
      code_verifier,
    });
    expect(made).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'tools:call' } });
    const token = String(made.body['access_token']);
    expect(token).not.toContain('.');
    const seen = await send('/oauth/introspect', { token });
    expect(seen.body).toMatchObject({ active: true, aud: resource, client_id: id, org_id: 'default', sub: 'usr_ada' });
    expect((await send('/oauth/revoke', { token, client_id: 'assay-cli' })).status).toBe(400);
    expect((await send('/oauth/revoke', { token, client_id: id })).status).toBe(200);
    expect((await send('/oauth/introspect', { token })).body).toEqual({ active: false });
    expect(new Set(asked)).toEqual(new Set([id]));
  });

  it('loses its token for our API when the person withdraws the consent', async () => {
    const back = await ask({ resource: `${url}/v1`, scope: 'agents:read' });
    const code = back instanceof URL ? (back.searchParams.get('code') ?? '') : '';
    const made = await send('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: id,
      redirect_uri: redirectUri,
      code,
      code_verifier,
    });
    const credential = String(made.body['access_token']);
    const verify = () => issuer.verifyAccessToken({ credential, scheme: 'bearer' }, { headers: {} });
    expect(await verify()).toMatchObject({ kind: 'person', subject: 'usr_ada', scopes: ['agents:read'] });
    const grants = await issuer.grants.list('usr_ada');
    const own = grants.find((grant) => grant.id === claimsOf(credential)['grant_id']);
    expect(own).toMatchObject({ client: { id, isFirstParty: false }, scopes: ['agents:read'] });
    const { db } = testDb.database();
    expect(await issuer.grants.revoke(db, 'usr_eve', own?.id ?? '')).toBeUndefined();
    expect(await issuer.grants.revoke(db, 'usr_ada', own?.id ?? '')).toEqual({ clientId: id });
    await expect(verify()).rejects.toThrow('revoked');
  });

  it.each<[string, string, unknown]>([
    ['names another client', 'a', { client_id: 'https://app.example/other.json' }],
    ['wants tokens for itself', 'b', { grant_types: ['client_credentials'] }],
    ['has a secret', 'c', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['is sent to plain http', 'd', { redirect_uris: ['http://app.example/cb'] }],
    ['says that it is an agent', 'e', { assay_owner: { orgId: 'default', origin: 'agent', agentId: 'bot' } }],
  ])('is refused when the document %s', async (_title, name, change) => {
    const own = `https://app.example/${name}.json`;
    document = { ...good, client_id: own, ...Object(change) };
    expect(await ask({}, own)).toBe(400);
    document = good;
  });

  it('authenticates by its keys at our own endpoints; without a document it is nobody', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = 'https://app.example/keys.json';
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const introspect = (sub: string) => {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const claims = { iss: sub, sub, aud: url, jti: randomBytes(8).toString('hex'), exp };
      const input = `${part({ alg: 'ES256' })}.${part(claims)}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return send('/oauth/introspect', {
        token: 'x',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${input}.${signature.toString('base64url')}`,
      });
    };
    const jwks = { keys: [publicKey.export({ format: 'jwk' })] };
    document = { ...good, client_id: own, token_endpoint_auth_method: 'private_key_jwt', jwks };
    expect(await introspect(own)).toEqual({ status: 200, body: { active: false } });
    document = 'no client';
    for (const other of ['https://app.example/none.json', 'https://app.example']) {
      expect(await introspect(other)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
    document = good;
  });

  it('is fetched only at an https URL with a path', async () => {
    asked = [];
    for (const other of ['http://app.example/client.json', 'https://app.example', 'https://app.example/']) {
      expect(await ask({}, other)).toBe(400);
    }
    expect(asked).toEqual([]);
  });
});
