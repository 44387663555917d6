import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { basic, claimsOf, openTestIssuer, type TestAgent, type TestIssuer } from './issuer.fixture.ts';

const allowed = { execute: [client.allowInsecureRequests] };
const insecure = { [oauth.allowInsecureRequests]: true };
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' };

describe.each<Database['kind']>(['pglite', 'postgres'])('client credentials on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let issuer: TestIssuer;
    let keyed: TestAgent;
    let server: oauth.AuthorizationServer;
    beforeAll(async () => {
      issuer = await openTestIssuer(kind);
      keyed = await issuer.agent('keyed', { jwks: { keys: [publicJwk] } });
      const url = new URL(issuer.url);
      server = await oauth.processDiscoveryResponse(
        url,
        await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...insecure }),
      );
    });
    beforeEach(() => issuer.verifier.clock.set(Date.now()));
    afterAll(() => issuer?.close());

    const assertion = (change: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
      const nowS = Math.floor(Date.now() / 1000);
      const claims = {
        iss: keyed.clientId,
        sub: keyed.clientId,
        aud: issuer.url,
        jti: crypto.randomUUID(),
        iat: nowS,
        nbf: nowS,
        exp: nowS + 60,
        ...change,
      };
      return signJwt({ alg: 'ES256', kid: 'k1', ...header }, claims, privateKey);
    };
    const withAssertion = (path: string, client_assertion: string, more: Record<string, string> = {}) =>
      issuer.form(path, {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
        ...more,
      });
    const tokenBy = (client_assertion: string) =>
      withAssertion('/oauth/token', client_assertion, { grant_type: 'client_credentials' });

    it('an agent of the method token_exchange gets one for its identity only, every other one for models too', async () => {
      const ask = async (method: string, resource: string) => {
        const agent = await issuer.agent(`of-${method}-${resource}`, { injection_method: method });
        const fields = { grant_type: 'client_credentials', resource: `${issuer.url}/${resource}` };
        const { status, body } = await issuer.form('/oauth/token', fields, basic(agent));
        return [status, body['error']];
      };
      expect(await ask('token_exchange', 'v1')).toEqual([200, undefined]);
      expect(await ask('token_exchange', 'gateway')).toEqual([400, 'unauthorized_client']);
      for (const method of ['sidecar', 'client_credentials']) {
        expect(await ask(method, 'gateway')).toEqual([200, undefined]);
      }
    });

    it.each([
      ['client_secret_basic', client.ClientSecretBasic],
      ['client_secret_post', client.ClientSecretPost],
    ])('openid-client gets a token for an agent by %s', async (_name, way) => {
      const agent = await issuer.agent(`secret-${_name}`);
      const config = await client.discovery(new URL(issuer.url), agent.clientId, undefined, way(agent.secret), {
        ...allowed,
        algorithm: 'oauth2',
      });
      const tokens = await client.clientCredentialsGrant(config, { scope: 'agents:read' });
      expect(claimsOf(tokens.access_token)).toMatchObject({
        sub: agent.spiffeId,
        agent_id: agent.id,
        agent_epoch: 1,
        org_id: 'default',
        scope: 'agents:read',
        client_id: agent.clientId,
        aud: `${issuer.url}/v1`,
      });
      expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
      await client.tokenRevocation(config, tokens.access_token);
      expect(await client.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    });

    it('oauth4webapi gets a token by private_key_jwt, for the gateway, and accepts our RFC 9068 token', async () => {
      const answer = await oauth.clientCredentialsGrantRequest(
        server,
        { client_id: keyed.clientId },
        oauth.PrivateKeyJwt({ key: await importPrivateKey(), kid: 'k1' }),
        new URLSearchParams({ resource: `${issuer.url}/gateway` }),
        insecure,
      );
      const tokens = await oauth.processClientCredentialsResponse(server, { client_id: keyed.clientId }, answer);
      expect(tokens.scope).toBe('gateway:call');
      const request = new Request(`${issuer.url}/gateway`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      const claims = await oauth.validateJwtAccessToken(server, request, `${issuer.url}/gateway`, insecure);
      expect(claims).toMatchObject({ sub: keyed.spiffeId, client_id: keyed.clientId });
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      expect(await issuer.verifier.get('/v1/agents', headers)).toMatchObject({ status: 401 });
    });

    it('64 equal assertions at once: exactly one is answered, at each endpoint', async () => {
      const same = assertion();
      const answers = await Promise.all(Array.from({ length: 64 }, () => tokenBy(same)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(63);
      const other = assertion();
      const asked = await Promise.all(
        Array.from({ length: 64 }, () => withAssertion('/oauth/introspect', other, { token: 'x' })),
      );
      expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await tokenBy(other)).status).toBe(401);
    });

    it.each<[string, () => string]>([
      ['alg none', () => `${assertion({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
      ['HS256 with the public key as secret', () => hmacAssertion(keyed.clientId, issuer.url)],
      ['an unknown crit', () => assertion({}, { crit: ['exp2'], exp2: 1 })],
      ['one that has expired', () => assertion({ exp: Math.floor(Date.now() / 1000) - 60 })],
      ['one that does not hold yet', () => assertion({ nbf: Math.floor(Date.now() / 1000) + 300 })],
      ['one that holds for a day', () => assertion({ exp: Math.floor(Date.now() / 1000) + 86_400 })],
      ['another audience', () => assertion({ aud: 'https://elsewhere.example' })],
      ['another issuer', () => assertion({ iss: 'https://elsewhere.example' })],
      ['no jti', () => assertion({ jti: undefined })],
      ['no exp', () => assertion({ exp: undefined })],
      ['the client of somebody else', () => assertion({ iss: 'assay-cli', sub: 'assay-cli' })],
      ['another key', () => signJwt({ alg: 'ES256' }, { iss: keyed.clientId, sub: keyed.clientId }, otherKey())],
    ])('an assertion with %s is invalid', async (_title, make) => {
      expect(await tokenBy(make())).toMatchObject({ body: { error: 'invalid_client' } });
      const asked = await withAssertion('/oauth/introspect', make(), { token: 'x' });
      expect(asked).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    });

    it('an unknown client, a wrong secret and a client of another kind get the same answer', async () => {
      const agent = await issuer.agent('plain');
      const ask = async (clientId: string, secret: string) => {
        const headers = basic({ clientId, secret });
        const token = await issuer.form('/oauth/token', { grant_type: 'client_credentials' }, headers);
        const asked = await issuer.form('/oauth/introspect', { token: 'x' }, headers);
        return [token.status, token.body, asked.status, asked.body];
      };
      const words = await ask('oc_unknown', 'assay_secret_x');
      expect(words[0]).toBe(401);
      expect(await ask(agent.clientId, 'assay_secret_x')).toEqual(words);
      expect(await ask(keyed.clientId, 'assay_secret_x')).toEqual(words);
    });

    it("the database's form of a secret is no secret", async () => {
      const agent = await issuer.agent('hashed');
      const hash = createHash('sha256').update(agent.secret).digest('base64url');
      const answer = await issuer.form(
        '/oauth/token',
        { grant_type: 'client_credentials' },
        basic({ ...agent, secret: hash }),
      );
      expect(answer.status).toBe(401);
    });

    it('a suspended agent gets no token, and its existing ones are invalid', async () => {
      const agent = await issuer.agent('suspended');
      const get = () => issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(agent));
      const token = String((await get()).body['access_token']);
      const read = () => issuer.verifier.get('/v1/agents/suspended', { authorization: `Bearer ${token}` });
      expect((await read()).status).toBe(200);
      const suspended = await issuer.verifier.post('/v1/agents/suspended/suspend', { reason: 'a test' });
      expect(suspended.status).toBe(200);
      expect((await get()).status).toBeGreaterThanOrEqual(400);
      expect((await read()).status).toBe(401);
      const asked = await issuer.form('/oauth/introspect', { token }, basic(await issuer.agent('asking')));
      expect(asked.body).toEqual({ active: false });
      await issuer.verifier.post('/v1/agents/suspended/reactivate', { reason: 'a test' });
      expect((await read()).status).toBe(401);
      expect((await get()).status).toBe(200);
    });

    it('a suspension while tokens are made leaves none valid', async () => {
      const agent = await issuer.agent('racing');
      const get = () => issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(agent));
      const asking = Array.from({ length: 12 }, get);
      const suspended = issuer.verifier.post('/v1/agents/racing/suspend', { reason: 'a test' });
      const answers = await Promise.all(asking);
      expect((await suspended).status).toBe(200);
      for (const { body } of answers) {
        if (body['access_token'] === undefined) continue;
        const headers = { authorization: `Bearer ${String(body['access_token'])}` };
        expect((await issuer.verifier.get('/v1/agents/racing', headers)).status).toBe(401);
      }
    });

    it('only agents get tokens for themselves', async () => {
      const registered = await fetch(`${issuer.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: ['https://app.example/cb'] }),
      });
      const { client_id: clientId, client_secret: secret } = (await registered.json()) as Record<string, string>;
      const fields = { grant_type: 'client_credentials' };
      const answer = await issuer.form(
        '/oauth/token',
        fields,
        basic({ clientId: clientId ?? '', secret: secret ?? '' }),
      );
      expect(answer.status).toBe(400);
      expect(answer.body['access_token']).toBeUndefined();
    });

    it('unknown scopes and resources are refused', async () => {
      const agent = await issuer.agent('asker');
      const ask = (more: Record<string, string>) =>
        issuer.form('/oauth/token', { grant_type: 'client_credentials', ...more }, basic(agent));
      expect(await ask({ scope: 'root:all' })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
      expect(await ask({ resource: 'https://x.example' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_target' },
      });
    });
  });
});

function importPrivateKey() {
  const jwk = privateKey.export({ format: 'jwk' });
  return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
}

/** Signs with the public key as a shared secret. */
function hmacAssertion(clientId: string, aud: string): string {
  const nowS = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud, jti: crypto.randomUUID(), exp: nowS + 60 };
  const input = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims)}`;
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

function otherKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function signJwt(header: Record<string, unknown>, claims: Record<string, unknown>, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
