import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { type TestIssuer as OutsideIssuer, openIssuer } from '../../identity/authentication/outside/issuer.fixture.ts';
import { claimsOf, type TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { crm, endpoints, openScene, type Scene } from './exchange-token.fixture.ts';

const audience = 'https://assay.example/api';
let outside: OutsideIssuer;
let scene: Scene;
let ada: string;
let agent: TestAgent;

beforeAll(async () => {
  let nowS = () => Math.floor(Date.now() / 1000);
  outside = await openIssuer(() => nowS());
  scene = await openScene(testDatabaseKind, {
    VERIFIER_OIDC_ISSUER: outside.url,
    VERIFIER_OIDC_AUDIENCE: audience,
    VERIFIER_OIDC_ROLES_CLAIM: 'groups',
    VERIFIER_OIDC_ROLES: 'staff=viewer,ops=operator',
  });
  nowS = () => Math.floor(scene.issuer.verifier.clock.now() / 1000);
  ada = await scene.person('ada@acme.example');
  const api = `${scene.issuer.url}/v1`;
  agent = await scene.agent('helper', { resources: [crm, api] });
  await scene.consent(ada, agent.id, { resources: [crm, api], scopes: ['crm:read', 'agents:read'] });
});
afterAll(async () => {
  await scene?.issuer.close();
  await outside?.close();
});

const subject = (change: Record<string, unknown> = {}) =>
  outside.sign({
    aud: audience,
    sub: 'subject-1',
    email: 'ada@acme.example',
    email_verified: true,
    groups: ['staff'],
    scope: 'crm:read crm:delete',
    ...change,
  });
const exchange = async (subject_token: string, change: Record<string, unknown> = {}) =>
  scene.exchange('/oauth/token', await scene.fields(ada, agent, { resource: crm, subject_token, ...change }));

describe('a subject token of the outside issuer', () => {
  it('is its person here, with only its own scopes', async () => {
    const { status, body } = await exchange(await subject());
    expect({ status, body }).toMatchObject({ status: 200, body: { scope: 'crm:read' } });
    expect(claimsOf(body['access_token'])).toMatchObject({ sub: ada, iss: scene.issuer.url, aud: crm });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['for another audience', { aud: 'https://elsewhere.example' }, 'subject_token_invalid'],
    ['that has expired', { exp: 1 }, 'subject_token_invalid'],
    ['of a subject with U+0000', { sub: 'subject\u0000' }, 'subject_token_invalid'],
    ['of nobody here', { sub: 'subject-9', email: 'eve@acme.example' }, 'subject_token_invalid'],
    ['whose roles claim leaves nothing', { groups: ['none'] }, 'subject_token_invalid'],
    ['that somebody else acts by', { act: { sub: 'x' } }, 'subject_token_invalid'],
    ['that lets somebody else act', { may_act: { sub: 'spiffe://x/agent/other' } }, 'subject_token_invalid'],
    ['with a may_act that is no object', { may_act: 'x' }, 'subject_token_invalid'],
    ['bound to a key that is not shown', { cnf: { jkt: 'x'.repeat(43) } }, 'subject_token_invalid'],
    ['without scopes', { scope: undefined }, 'scope_empty'],
  ])('%s is refused', async (_title, change, code) => {
    expect((await exchange(await subject(change))).body).toMatchObject({ error_code: code });
  });

  it('with only the clock leeway left is refused, and parts of a second make no token', async () => {
    const nowS = Math.floor(scene.issuer.verifier.clock.now() / 1000);
    const refused = { status: 400, body: { error_code: 'subject_token_invalid' } };
    expect(await exchange(await subject({ exp: nowS - 20 }))).toMatchObject(refused);
    expect(await exchange(await subject({ exp: nowS + 0.9 }))).toMatchObject(refused);
    const { body } = await exchange(await subject({ exp: nowS + 120.0001 }));
    expect(body).toMatchObject({ expires_in: 120 });
    expect(claimsOf(body['access_token'])).toMatchObject({ exp: nowS + 120 });
  });

  it('is accepted with the agent as permitted actor, only from its issuer', async () => {
    const { spiffeId: sub } = agent;
    const may = async (may_act: Record<string, unknown>) => (await exchange(await subject({ may_act }))).status;
    expect(await may({ sub })).toBe(200);
    expect(await may({ sub, iss: scene.issuer.url })).toBe(200);
    expect(await may({ sub, iss: 'https://elsewhere.example' })).toBe(400);
  });

  it('with fewer rights than the membership gives no token for our own API, which would restore them', async () => {
    await scene.issuer.verifier.admin('PATCH', `/v1/members/${ada}`, { role: 'operator' }, { 'if-match': '"1"' });
    const own = { resource: `${scene.issuer.url}/v1` };
    const limited = await exchange(await subject({ scope: 'agents:read' }), own);
    expect(limited.body).toMatchObject({ error: 'invalid_target', error_code: 'resource_not_granted' });
    const whole = await exchange(await subject({ scope: 'agents:read', groups: ['ops'] }), own);
    expect({ status: whole.status, body: whole.body }).toMatchObject({ status: 200 });
    expect((await exchange(await subject())).status).toBe(200);
  });
});

describe('a client with a key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it("names the issuer or the endpoint as its assertion's audience, and uses it once", async () => {
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256' }] };
    await scene.issuer.verifier.admin('POST', '/v1/agents/helper/rotate-credentials', { jwks });
    const nowS = Math.floor(scene.issuer.verifier.clock.now() / 1000);
    const assertion = (aud: string) => {
      const claims = { iss: agent.clientId, sub: agent.clientId, aud, jti: crypto.randomUUID(), exp: nowS + 60 };
      const input = `${part({ alg: 'ES256', kid: 'k1' })}.${part(claims)}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return {
        client_secret: undefined,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${input}.${signature.toString('base64url')}`,
      };
    };
    const ask = async (path: string, proof: ReturnType<typeof assertion>) =>
      scene.exchange(path, await scene.fields(ada, agent, { resource: crm, scope: 'crm:read', ...proof }));
    for (const path of endpoints) {
      for (const aud of ['', path]) {
        const proof = assertion(`${scene.issuer.url}${aud}`);
        expect(await ask(path, proof)).toMatchObject({ status: 200 });
        expect(await ask(path, proof)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      }
      expect(await ask(path, assertion('https://elsewhere.example'))).toMatchObject({ status: 401 });
    }
  });
});
