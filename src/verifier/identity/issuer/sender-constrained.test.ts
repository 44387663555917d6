import { createHash } from 'node:crypto';
import { type Agent, createServer, Agent as HttpsAgent, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as dpop from 'dpop';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { extension, issue, p256 } from '../../../../test/support/certificates.ts';
import { der, sequence } from '../../../../test/support/der.ts';
import { aProofKey } from '../../../platform/http/bound-tokens/proofs.fixture.ts';
import { endpoints, toScene } from '../../delegation/token-exchange/exchange-token.fixture.ts';
import { basic, claimsOf, openTestIssuer, type TestAgent, type TestIssuer } from './issuer.fixture.ts';

let issuer: TestIssuer;
let agent: TestAgent;

beforeAll(async () => {
  issuer = await openTestIssuer();
  agent = await issuer.agent('bot');
});
beforeEach(() => issuer.verifier.clock.set(Date.now()));
afterAll(() => issuer?.close());

describe('tokens bound to a key (DPoP)', () => {
  const fields = { grant_type: 'client_credentials' };
  const tokenUrl = () => `${issuer.url}/oauth/token`;
  const get = (proof: string) => issuer.form('/oauth/token', fields, { ...basic(agent), dpop: proof });
  const read = (headers: Record<string, string>) => fetch(`${issuer.url}/v1/agents/bot`, { headers });

  it('openid-client gets one and uses it, with its unchanged proofs', async () => {
    const config = await client.discovery(new URL(issuer.url), agent.clientId, agent.secret, undefined, {
      execute: [client.allowInsecureRequests],
      algorithm: 'oauth2',
    });
    const handle = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
    const tokens = await client.clientCredentialsGrant(config, {}, { DPoP: handle });
    expect(tokens.token_type).toBe('dpop');
    expect(claimsOf(tokens.access_token)).toMatchObject({ cnf: { jkt: expect.any(String) } });
    const url = new URL(`${issuer.url}/v1/agents/bot`);
    const use = () =>
      client.fetchProtectedResource(config, tokens.access_token, url, 'GET', null, undefined, { DPoP: handle });
    expect((await use()).status).toBe(200);
    const asked = await client.tokenIntrospection(config, tokens.access_token);
    expect(asked).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: expect.any(String) } });
  });

  it('at the token endpoint a proof is for this address, this method, now, and once', async () => {
    const keys = await dpop.generateKeyPair('ES256');
    const proof = await dpop.generateProof(keys, tokenUrl(), 'POST');
    const old = { htu: tokenUrl(), htm: 'POST', jti: 'old', iat: Math.floor(Date.now() / 1000) - 3_600 };
    expect((await get(proof)).status).toBe(200);
    expect((await get(proof)).status).toBe(400);
    const wrong = await Promise.all([
      dpop.generateProof(keys, `${issuer.url}/oauth/other`, 'POST'),
      dpop.generateProof(keys, 'https://elsewhere.example/oauth/token', 'POST'),
      dpop.generateProof(keys, tokenUrl(), 'GET'),
      (await aProofKey()).prove(old),
    ]);
    for (const each of wrong)
      expect(await get(each)).toMatchObject({ status: 400, body: { error: 'invalid_dpop_proof' } });
  });

  it('one of many concurrent uses of one proof is answered', async () => {
    const proof = await dpop.generateProof(await dpop.generateKeyPair('ES256'), tokenUrl(), 'POST');
    const answers = await Promise.all(Array.from({ length: 16 }, () => get(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('at our API a bound token is invalid as Bearer, without ath, by another key, or with an old proof', async () => {
    const keys = await dpop.generateKeyPair('ES256');
    const made = await get(await dpop.generateProof(keys, tokenUrl(), 'POST'));
    const token = String(made.body['access_token']);
    const url = `${issuer.url}/v1/agents/bot`;
    const use = async (proof: string) => (await read({ authorization: `DPoP ${token}`, dpop: proof })).status;
    const good = await dpop.generateProof(keys, url, 'GET', undefined, token);
    expect(await use(good)).toBe(200);
    expect(await use(good)).toBe(401);
    expect((await read({ authorization: `Bearer ${token}` })).status).toBe(401);
    expect(await use(await dpop.generateProof(keys, url, 'GET'))).toBe(401);
    expect(await use(await dpop.generateProof(keys, `${url}x`, 'GET', undefined, token))).toBe(401);
    const other = await dpop.generateKeyPair('ES256');
    expect(await use(await dpop.generateProof(other, url, 'GET', undefined, token))).toBe(401);
  });
});

describe('clients with a certificate (RFC 8705)', () => {
  const authority = issue({ subject: 'Test authority', keys: p256(), isAuthority: true });
  const toPem = (bytes: Buffer) =>
    `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const serverKeys = p256();
  const serverNames = extension('2.5.29.17', sequence(der(0x87, Buffer.from([127, 0, 0, 1]))));
  const own = issue({ subject: 'verifier', keys: serverKeys, issuer: authority, extensions: [serverNames] });
  let server: Server;
  let bound: TestAgent;

  beforeAll(async () => {
    bound = await issuer.agent('mutual');
    const { db, issuer: service } = issuer.verifier.verifier().services;
    await db.transaction((tx) => service.clients.rotate(tx, bound.clientId, { type: 'tls' }));
    const { app } = issuer.verifier.verifier();
    server = createServer(
      {
        key: serverKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: toPem(own.der),
        ca: toPem(authority.der),
        requestCert: true,
        rejectUnauthorized: false,
      },
      (incoming, outgoing) => app.routing(incoming, outgoing),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function certificate(uris: readonly string[], isOurs = true) {
    const keys = p256();
    const names = extension('2.5.29.17', sequence(...uris.map((uri) => der(0x86, Buffer.from(uri)))));
    const made = issue({ subject: 'agent', keys, extensions: [names], ...(isOurs ? { issuer: authority } : {}) });
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const agentOf = new HttpsAgent({ key, cert: toPem(made.der), ca: toPem(authority.der) });
    return { agentOf, thumbprint: createHash('sha256').update(made.der).digest('base64url') };
  }

  function call(
    path: string,
    by: Agent,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const { port } = server.address() as AddressInfo;
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          agent: by,
          method: body === undefined ? 'GET' : 'POST',
          headers: { ...type, ...headers },
        },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += String(chunk);
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const ask = (by: Agent) => call('/oauth/token', by, `grant_type=client_credentials&client_id=${bound.clientId}`);

  it("the certificate with the agent's SPIFFE id gives a token bound to it", async () => {
    const { agentOf, thumbprint } = certificate([bound.spiffeId]);
    const { status, body } = await ask(agentOf);
    expect(status).toBe(200);
    const token = String(body['access_token']);
    expect(claimsOf(token)).toMatchObject({ sub: bound.spiffeId, cnf: { 'x5t#S256': thumbprint } });
    const headers = { authorization: `Bearer ${token}` };
    expect((await call('/v1/agents/mutual', agentOf, undefined, headers)).status).toBe(200);
    expect((await issuer.verifier.get('/v1/agents/mutual', headers)).status).toBe(401);
    expect((await call('/v1/agents/mutual', certificate([bound.spiffeId]).agentOf, undefined, headers)).status).toBe(
      401,
    );
    const asked = await call('/oauth/introspect', agentOf, `client_id=${bound.clientId}&token=${token}`);
    expect(asked.body).toMatchObject({ active: true, cnf: { 'x5t#S256': thumbprint } });
  });

  it('an exchange over the connection gives a token bound to it, and none for another certificate', async () => {
    const scene = toScene(issuer);
    const ada = await scene.person('ada@acme.example');
    const other = await scene.agent('exchanging');
    await scene.consent(ada, other.id);
    const { db, issuer: service } = issuer.verifier.verifier().services;
    await db.transaction((tx) => service.clients.rotate(tx, other.clientId, { type: 'tls' }));
    const { agentOf, thumbprint } = certificate([other.spiffeId]);
    const exchange = async (path: string, by: Agent) => {
      const { client_secret: _none, ...fields } = await scene.fields(ada, other);
      return call(path, by, new URLSearchParams(fields as Record<string, string>).toString());
    };
    for (const path of endpoints) {
      const { status, body } = await exchange(path, agentOf);
      expect({ status, body }).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
      expect(claimsOf(body['access_token'])).toMatchObject({ sub: ada, cnf: { 'x5t#S256': thumbprint } });
      expect(await exchange(path, certificate([bound.spiffeId]).agentOf)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client', error_code: 'client_authentication_failed' },
      });
    }
  });

  it.each<[string, () => Agent]>([
    ['of another agent', () => certificate(['spiffe://assay.local/agent/bot']).agentOf],
    ['with two names', () => certificate([bound.spiffeId, 'spiffe://assay.local/agent/bot']).agentOf],
    ['that nobody of ours signed', () => certificate([bound.spiffeId], false).agentOf],
  ])('a certificate %s authenticates nobody', async (_title, make) => {
    const by = make();
    expect(await ask(by)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await call('/oauth/introspect', by, `client_id=${bound.clientId}&token=x`)).status).toBe(401);
  });

  it('without TLS there is no certificate, with any header', async () => {
    const fields = { grant_type: 'client_credentials', client_id: bound.clientId };
    const headers = {
      'x-forwarded-client-cert': `URI=${bound.spiffeId}`,
      'x-ssl-client-cert': toPem(authority.der).replaceAll('\n', ''),
    };
    expect((await issuer.form('/oauth/token', fields, headers)).status).toBe(401);
  });
});
