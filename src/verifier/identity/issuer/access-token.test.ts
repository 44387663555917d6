import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, claimsOf, openTestIssuer, type TestAgent, type TestIssuer } from './issuer.fixture.ts';

let issuer: TestIssuer;
let agent: TestAgent;
let token = '';
let key: KeyObject;

beforeAll(async () => {
  issuer = await openTestIssuer();
  agent = await issuer.agent('bot');
  key = createPrivateKey(await readFile(join(issuer.verifier.testDb.dataDir, 'token-key.pem')));
});
beforeEach(async () => {
  issuer.verifier.clock.set(Date.now());
  const answer = await issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(agent));
  token = String(answer.body['access_token']);
});
afterAll(() => issuer?.close());

const read = (shown: string, scheme = 'Bearer') =>
  issuer.verifier.get('/v1/agents/bot', { authorization: `${scheme} ${shown}` });
const introspect = async (shown: string) =>
  (await issuer.form('/oauth/introspect', { token: shown }, basic(agent))).body['active'];
const headOf = (): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs the token with other contents, by the issuer's own key unless another is given. */
function forge(head: Record<string, unknown>, claims: Record<string, unknown>, by: KeyObject = key): string {
  const input = `${encode({ ...headOf(), ...head })}.${encode({ ...claimsOf(token), ...claims })}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

describe('an access token at our API and at introspection', () => {
  it('is valid as made', async () => {
    expect((await read(token)).status).toBe(200);
    expect((await read(forge({}, {}))).status).toBe(200);
    expect(await introspect(token)).toBe(true);
  });

  const nowS = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => string]>([
    ['alg none', () => `${forge({ alg: 'none' }, {}).split('.').slice(0, 2).join('.')}.AA`],
    ['HS256 keyed with the public key', () => hmac()],
    ['an unknown crit', () => forge({ crit: ['exp2'], exp2: true }, {})],
    ['a key of its own in the header', () => forge({ jwk: headOf() }, {})],
    ['typ JWT', () => forge({ typ: 'JWT' }, {})],
    ['an unknown kid', () => forge({ kid: 'unknown' }, {})],
    ['a foreign key under our kid', () => forge({}, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    [
      'a changed claim',
      () => `${token.split('.')[0]}.${encode({ ...claimsOf(token), scope: 'x' })}.${token.split('.')[2]}`,
    ],
    ['exp that is over', () => forge({}, { exp: nowS() - 1 })],
    ['nbf that is to come', () => forge({}, { nbf: nowS() + 120 })],
    ['iat that is to come', () => forge({}, { iat: nowS() + 120 })],
    ['an older epoch', () => forge({}, { agent_epoch: 0 })],
    ['an agent that is not there', () => forge({}, { agent_id: 'nobody' })],
    ['a client that is not there', () => forge({}, { client_id: 'oc_nobody' })],
    ['the agent of another organisation', () => forge({}, { org_id: 'elsewhere' })],
    ['a grant that is not there', () => forge({}, { grant_id: 'gone' })],
    ['no organisation', () => forge({}, { org_id: undefined })],
  ])('is invalid with %s', async (_title, make) => {
    const forged = make();
    expect(await read(forged)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await introspect(forged)).toBe(false);
  });

  it.each<[string, () => string]>([
    ['for another resource', () => forge({}, { aud: `${issuer.url}/gateway` })],
    ['for several resources', () => forge({}, { aud: [`${issuer.url}/v1`] })],
    ['of a foreign issuer', () => forge({}, { iss: 'https://elsewhere.example' })],
  ])('%s is invalid for our API', async (_title, make) => {
    expect((await read(make())).status).toBe(401);
  });

  it('expires by the clock of the verifier', async () => {
    const issuedMs = Number(claimsOf(token)['iat']) * 1_000;
    issuer.verifier.clock.set(issuedMs + 299_000);
    expect((await read(token)).status).toBe(200);
    issuer.verifier.clock.set(issuedMs + 301_000);
    expect((await read(token)).status).toBe(401);
    expect(await introspect(token)).toBe(false);
  });

  it('cannot be any other text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.base64String(), { minLength: 1, maxLength: 4 }), async (parts) => {
        expect(await introspect(parts.join('.') || 'x')).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it("may have another process's key, but not a retired one", async () => {
    const { keys } = (await issuer.verifier.get('/oauth/jwks')).body as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toContain(headOf()['kid']);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });
});

describe('introspection and revocation', () => {
  it('are only for authenticated callers', async () => {
    const answers = await Promise.all([
      issuer.form('/oauth/introspect', { token, client_id: 'assay-cli' }),
      issuer.form('/oauth/introspect', { token }, basic({ ...agent, secret: 'wrong' })),
      issuer.form('/oauth/introspect', { token }, { authorization: 'Bearer assay_key_wrong' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    const twice = { token, client_id: agent.clientId, client_secret: agent.secret };
    expect((await issuer.form('/oauth/introspect', twice, basic(agent))).status).toBe(400);
  });

  it('may be used by a caller of our API for tokens of its organisation', async () => {
    expect((await issuer.form('/oauth/introspect', { token })).body['active']).toBe(true);
    await issuer.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    const operator = await readFile(join(issuer.verifier.testDb.dataDir, 'operator-token'), 'utf8');
    const headers = { 'x-assay-key': operator.trim(), 'x-assay-organization': 'acme' };
    expect((await issuer.form('/oauth/introspect', { token }, headers)).body).toEqual({ active: false });
  });

  it('a repeated parameter and a missing token are errors, an unknown token is an answer', async () => {
    expect((await issuer.form('/oauth/introspect', { token: ['a', 'b'] }, basic(agent))).status).toBe(400);
    expect(await issuer.form('/oauth/introspect', {}, basic(agent))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect((await issuer.form('/oauth/introspect', { token: 'unknown' }, basic(agent))).body).toEqual({
      active: false,
    });
    expect((await issuer.form('/oauth/revoke', { token: 'unknown' }, basic(agent))).status).toBe(200);
  });

  it("never affect another client's token", async () => {
    const other = await issuer.agent('other');
    expect((await issuer.form('/oauth/revoke', { token }, basic(other))).status).toBe(400);
    expect((await issuer.form('/oauth/revoke', { token, client_id: 'assay-cli' })).status).toBe(400);
    expect((await read(token)).status).toBe(200);
  });

  it.each([['/oauth/token'], ['/oauth/introspect'], ['/oauth/revoke'], ['/oauth/register']])(
    'an endless body is refused by %s',
    async (path) => {
      const answer = await issuer.form(path, { token: 'x'.repeat(100_000) }, basic(agent));
      expect([400, 413, 415]).toContain(answer.status);
      expect(answer.body['error']).toBeDefined();
    },
  );

  it("Host and forwarded headers do not change the issuer's own name", async () => {
    const headers = { host: 'localhost:1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { body } = await issuer.verifier.get('/.well-known/openid-configuration', headers);
    expect(body['token_endpoint']).toBe(`${issuer.url}/oauth/token`);
    const made = await issuer.form(
      '/oauth/token',
      { grant_type: 'client_credentials' },
      { ...basic(agent), ...headers },
    );
    expect(claimsOf(made.body['access_token'])['iss']).toBe(issuer.url);
  });
});

function hmac(): string {
  const input = `${encode({ ...headOf(), alg: 'HS256' })}.${encode(claimsOf(token))}`;
  const secret = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}
