/** Our own access tokens at our own API, used by third-party clients over the network. */
import { request as httpRequest } from 'node:http';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { aProofKey, hashOf } from '../../../platform/http/bound-tokens/proofs.fixture.ts';
import { createAuthor } from '../../base/control/author.ts';
import { basic, openTestIssuer, type TestAgent, type TestIssuer } from '../issuer/issuer.fixture.ts';

describe.each<Database['kind']>(['pglite', 'postgres'])('access tokens at our API on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let issuer: TestIssuer;
    let agent: TestAgent;
    let config: client.Configuration;
    beforeAll(async () => {
      issuer = await openTestIssuer(kind);
      agent = await issuer.agent('caller');
      config = await client.discovery(
        new URL(issuer.url),
        agent.clientId,
        undefined,
        client.ClientSecretBasic(agent.secret),
        { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
      );
    }, 60_000);
    beforeEach(() => issuer.verifier.clock.set(Date.now()));
    afterAll(() => issuer?.close());

    const get = (path: string, headers: Record<string, string>) => fetch(`${issuer.url}${path}`, { headers });
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const aToken = async (who = agent) => {
      const fields = { grant_type: 'client_credentials', scope: 'agents:read' };
      const { body } = await issuer.form('/oauth/token', fields, basic(who));
      return String(body['access_token']);
    };

    it('of an agent read only the agent itself', async () => {
      const headers = bearer(await aToken());
      const statuses = ['/v1/agents/caller', '/v1/agents/default', '/v1/policies', '/v1/api-keys'].map(async (path) => {
        return (await get(path, headers)).status;
      });
      expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
      expect((await get('/v1/agents/caller', { 'x-assay-key': await aToken() })).status).toBe(200);
    });

    it('with DPoP are accepted from openid-client, and never as Bearer', async () => {
      const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
      const tokens = await client.clientCredentialsGrant(config, { scope: 'agents:read' }, { DPoP });
      expect(tokens.token_type).toBe('dpop');
      const url = new URL(`${issuer.url}/v1/agents/caller?x=1`);
      const answer = await client.fetchProtectedResource(
        config,
        tokens.access_token,
        url,
        'GET',
        undefined,
        undefined,
        { DPoP },
      );
      expect(answer.status).toBe(200);
      const stolen = await get('/v1/agents/caller', bearer(tokens.access_token));
      expect(stolen.status).toBe(401);
      expect(stolen.headers.get('www-authenticate')).toMatch(/^DPoP .*error="invalid_dpop_proof".*algs="ES256/);
    });

    it('with 64 equal proofs at once get exactly one answer', async () => {
      const key = await aProofKey();
      const nowS = Math.floor(Date.now() / 1000);
      const fields = { grant_type: 'client_credentials', scope: 'agents:read' };
      const proofOf = (claims: Record<string, unknown>) =>
        key.prove({ jti: crypto.randomUUID(), iat: nowS, ...claims });
      const atToken = { htm: 'POST', htu: `${issuer.url}/oauth/token` };
      const { body } = await issuer.form('/oauth/token', fields, { ...basic(agent), dpop: await proofOf(atToken) });
      const token = String(body['access_token']);
      const dpop = await proofOf({ htm: 'GET', htu: `${issuer.url}/v1/agents/caller`, ath: hashOf(token) });
      const headers = { authorization: `DPoP ${token}`, dpop };
      const answers = await Promise.all(Array.from({ length: 64 }, () => get('/v1/agents/caller', headers)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(63);
    });

    it('of a suspended agent are invalid at once, and stay so', async () => {
      const other = await issuer.agent('suspended');
      const token = await aToken(other);
      const status = async () => (await get('/v1/agents/suspended', bearer(token))).status;
      expect(await status()).toBe(200);
      await issuer.verifier.admin('POST', '/v1/agents/suspended/suspend', { reason: 'test' });
      expect(await status()).toBe(401);
      await issuer.verifier.admin('POST', '/v1/agents/suspended/reactivate', { reason: 'test' });
      expect(await status()).toBe(401);
      expect((await get('/v1/agents/suspended', bearer(await aToken(other)))).status).toBe(200);
    });

    it('are not identity documents: a JWT-SVID opens nothing', async () => {
      const { body, status } = await issuer.verifier.admin('POST', '/v1/agents/caller/identity-document', {
        audience: `${issuer.url}/v1`,
      });
      expect([status, typeof body['svid']]).toEqual([200, 'string']);
      expect((await get('/v1/agents/caller', bearer(String(body['svid'])))).status).toBe(401);
    });

    it('are refused when tampered with, as the challenge says', async () => {
      const token = await aToken();
      const [head = '', payload = '', signature = ''] = token.split('.');
      const header: Record<string, unknown> = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
      const withHeader = (change: object) =>
        `${Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url')}.${payload}.${signature}`;
      const forged = [
        ...[withHeader({ alg: 'none' }), withHeader({ alg: 'HS256' }), withHeader({ crit: ['x'], x: 1 })],
        ...[withHeader({ typ: 'JWT' }), `${head}.${payload}.`, `${head}.${payload}.${'A'.repeat(86)}`],
      ];
      for (const text of forged) {
        const answer = await get('/v1/agents/caller', bearer(text));
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toContain(
          `Bearer resource_metadata="${issuer.url}/.well-known/oauth-protected-resource/v1", error="invalid_token"`,
        );
      }
      issuer.verifier.clock.set(Date.now() + 400_000);
      expect((await get('/v1/agents/caller', bearer(token))).status).toBe(401);
    });

    it('in two headers are refused, though Node shows only one of them', async () => {
      const token = await aToken();
      const status = await new Promise((resolve, reject) => {
        const call = httpRequest(`${issuer.url}/v1/agents/caller`, {
          headers: [
            'Authorization',
            `Bearer ${token}`,
            'authorization',
            'Bearer other',
            'Host',
            new URL(issuer.url).host,
          ],
        });
        call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
        call.end();
      });
      expect(status).toBe(400);
    });

    it('of a person have its present role, and end with the membership', async () => {
      const { members, people, db } = issuer.verifier.verifier().services;
      const visitor = await issuer.join({ email: 'leaving@acme.example', role: 'operator' });
      const native = await client.discovery(new URL(issuer.url), 'assay-cli', undefined, client.None(), {
        algorithm: 'oauth2',
        execute: [client.allowInsecureRequests],
      });
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(native, {
        redirect_uri: 'http://127.0.0.1:7777/callback',
        scope: 'workspaces:read workspaces:write',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const back = await issuer.authorize(visitor, url);
      const tokens = await client.authorizationCodeGrant(native, back, { pkceCodeVerifier });
      const create = async (id: string) =>
        (await issuer.verifier.post('/v1/workspaces', { id }, bearer(tokens.access_token))).status;
      expect(await create('first')).toBe(201);
      const person = await people.findByEmail(db, 'leaving@acme.example');
      const id = person?.id ?? '';
      const admin = createAuthor('default', 'operator');
      await db.transaction((tx) => members.update(tx, admin, id, { role: 'viewer' }, 1));
      expect(await create('second')).toBe(403);
      await db.transaction((tx) => members.remove(tx, admin, id));
      expect(await create('third')).toBe(401);
    });
  });
});
