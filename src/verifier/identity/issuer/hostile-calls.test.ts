/** Hostile calls of strangers to the issuer: texts that the database refuses, tokens of others, framed pages. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { TestVisitor } from '../../front/pages/test-visitor.ts';
import { basic, openTestIssuer, type TestAgent, type TestIssuer } from './issuer.fixture.ts';
import { pretendIssuer } from './mount.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const callback = 'https://app.example/callback';
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe.each(kinds)('the issuer among strangers on %s', (kind) => {
  let issuer: TestIssuer;
  let agent: TestAgent;
  let ada: TestVisitor;

  beforeAll(async () => {
    issuer = await openTestIssuer(kind, { VERIFIER_CLIENT_REGISTRATION: 'open' });
    agent = await issuer.agent('worker');
    ada = await issuer.join({ email: 'ada@example.com', role: 'viewer' });
  }, 60_000);
  afterAll(() => issuer.close());

  const register = async (metadata: object) => {
    const body = { redirect_uris: [callback], ...metadata };
    const answer = await issuer.verifier.post('/oauth/register', body);
    return { status: answer.status, error: answer.body['error'], client: toClient(answer.body) };
  };
  const toAuthorize = (client_id: string, more: Record<string, string> = {}) => {
    const asked = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', state: 's' };
    return `${issuer.url}/oauth/authorize?${new URLSearchParams({ ...asked, client_id, redirect_uri: callback, ...more })}`;
  };

  it.each(['/oauth/token', '/oauth/introspect', '/oauth/revoke'])(
    'U+0000 in a client id is an unknown client at %s',
    async (path) => {
      const fields = { grant_type: 'client_credentials', token: 'x' };
      const named = await issuer.form(path, { ...fields, client_id: 'a\0', client_secret: 'x' });
      expect([named.status, named.body['error']]).toEqual([401, 'invalid_client']);
      const claims = part({ iss: 'a\0', sub: 'a\0', aud: issuer.url, jti: 'j', exp: 9e9 });
      const assertion = {
        client_assertion: `${part({ alg: 'ES256' })}.${claims}.AAAA`,
        client_assertion_type: assertionType,
      };
      const signed = await issuer.form(path, { ...fields, ...assertion });
      expect([signed.status, signed.body['error']]).toEqual([401, 'invalid_client']);
    },
  );

  it('U+0000 in the kid of an access token is no key of ours', async () => {
    const header = part({ alg: 'ES256', typ: 'at+jwt', kid: 'a\0' });
    const authorization = `Bearer ${header}.${part({ iss: issuer.url })}.AAAA`;
    expect((await issuer.verifier.get('/v1/me', { authorization })).status).toBe(401);
  });

  it('texts that no store holds are no metadata of a client', async () => {
    for (const software_id of ['a\0', 'a\ud800']) {
      const { status, error } = await register({ software_id });
      expect([status, error]).toEqual([400, 'invalid_client_metadata']);
    }
  });

  it('whoever registered without anybody’s word is told of no token but its own', async () => {
    const { client } = await register({});
    const { body } = await issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(agent));
    const ask = (who: Parameters<typeof basic>[0]) =>
      issuer.form('/oauth/introspect', { token: String(body['access_token']) }, basic(who));
    expect((await ask(client)).body).toEqual({ active: false });
    expect((await ask(agent)).body['active']).toBe(true);
  });

  it('the page that sends a code by a form is framed by nobody and runs its own script alone', async () => {
    const { client } = await register({ token_endpoint_auth_method: 'none' });
    await issuer.authorize(ada, toAuthorize(client.clientId, { scope: 'agents:read' }));
    const first = new URL(toAuthorize(client.clientId, { scope: 'agents:read', response_mode: 'form_post' }));
    const answer = await ada.open(`${first.pathname}${first.search}`);
    expect([answer.status, answer.text.includes(`action="${callback}"`)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';script-src 'sha256-[^ ]+';.*frame-ancestors 'none'$/,
      ),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it('a caller who is nobody is told why in the terms of OAuth', async () => {
    const { status, headers } = await issuer.form('/oauth/introspect', { token: 'x' }, { 'x-assay-key': 'wrong' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_client"')]);
  });

  it('an application’s access ends with the password under which it was allowed', async () => {
    const { client } = await register({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    const back = await issuer.authorize(
      ada,
      toAuthorize(client.clientId, { scope: 'openid offline_access agents:read', prompt: 'consent' }),
    );
    const of = { client_id: client.clientId, redirect_uri: callback };
    const given = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
    };
    const { body } = await issuer.form('/oauth/token', { ...of, ...given });
    const bearer = { authorization: `Bearer ${body['access_token']}` };
    const me = await issuer.verifier.get('/v1/me', bearer);
    expect(me.status).toBe(200);
    await issuer.verifier.admin('POST', `/v1/people/${me.body['user_id']}/reset-password`);
    expect((await issuer.verifier.get('/v1/me', bearer)).status).toBe(401);
    const again = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) };
    const refreshed = await issuer.form('/oauth/token', { client_id: client.clientId, ...again });
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

it('the provider counts strangers by the address that our own proxies name, whatever the caller says of it', () => {
  const headers = { host: 'evil.example', 'x-forwarded-for': '192.0.2.66', 'x-forwarded-host': 'e' };
  pretendIssuer({ ip: '198.51.100.7', raw: { headers } }, 'https://assay.example');
  expect(headers).toEqual({ host: 'assay.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' });
});

function toClient(body: Readonly<Record<string, unknown>>) {
  return { clientId: String(body['client_id']), secret: String(body['client_secret']) };
}
