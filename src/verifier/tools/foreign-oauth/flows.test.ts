/** Tests our OAuth client against a real authorization server: connecting, refreshing, revoking. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSecret } from '../../../platform/secret.ts';
import { clickThrough } from './foreign-interaction.fixture.ts';
import { type ForeignServer, openForeignServer } from './foreign-server.fixture.ts';
import { callback, type OAuthFixture, openOAuth } from './oauth.fixture.ts';
import type { TokenAnswer, TokenSet } from './ports.ts';
import { selectScopes } from './scopes.ts';

const org = 'default';
const secret = 'secret-of-the-known-client-0123456789';
let fixture: OAuthFixture;
let foreign: ForeignServer;

beforeAll(async () => {
  fixture = await openOAuth();
  foreign = await openForeignServer({
    requiredScopes: ['tools.read'],
    accountOf: (token) => (token === 'token-of-anna' ? 'anna@foreign.example' : undefined),
    clients: [
      {
        client_id: 'known',
        client_secret: secret,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      },
    ],
  });
}, 60_000);
afterAll(async () => {
  await foreign.close();
  await fixture.close();
});
afterEach(() => {
  foreign.behaviour.token = undefined;
  foreign.behaviour.decision = 'approve';
  foreign.behaviour.serverMetadata = {};
});

const call = async (token: { reveal(): string }) =>
  (await fetch(foreign.resource, { method: 'POST', headers: { authorization: `Bearer ${token.reveal()}` } })).status;

function tokensOf(answer: TokenAnswer): TokenSet {
  if (answer.kind !== 'tokens') throw new Error(`no tokens: ${JSON.stringify(answer)}`);
  return answer.tokens;
}

async function start() {
  const oauth = fixture.oauth();
  const auth = await oauth.discover(org, foreign.resource);
  const issuer = auth.issuer ?? '';
  const client = await oauth.ensureClient(org, issuer, auth.resource);
  const ask = { issuer, clientRowId: client.id, resource: auth.resource };
  const scopes = selectScopes(auth);
  const flow = await oauth.begin(org, { ...ask, scopes });
  return { oauth, auth, ask, scopes, flow };
}

async function connect() {
  const { oauth, ask, scopes, flow } = await start();
  const back = new URL(await clickThrough(flow.url, callback)).searchParams;
  const { state, verifier } = flow;
  return { oauth, ask, answer: await oauth.finish(org, { ...ask, state, verifier, callback: back, scopes }) };
}

describe('connecting to a resource of a foreign authorization server', () => {
  it('finds it, registers, and returns tokens that the resource accepts', async () => {
    const { auth, flow } = await start();
    expect(auth).toEqual({
      required: true,
      resource: foreign.resource,
      issuer: foreign.issuer,
      authorizationServers: [foreign.issuer],
      scopesSupported: ['tools.read', 'tools.call'],
      scopesNeeded: ['tools.read'],
      registrations: ['dcr'],
    });
    const asked = new URL(flow.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      redirect_uri: callback,
      resource: foreign.resource,
      state: flow.state,
      code_challenge_method: 'S256',
      scope: 'tools.read offline_access',
      prompt: 'consent',
    });
    foreign.behaviour.decision = 'ask';
    const tokens = tokensOf((await connect()).answer);
    expect(await call(tokens.accessToken)).toBe(200);
    expect(tokens.scopes).toEqual(['tools.read']);
    expect(tokens.expiresAt).toBe(fixture.verifier.clock.now() + 300_000);
    expect(foreign.counts.registrations).toBe(1);
    expect(foreign.registrations[0]).toMatchObject({
      application_type: 'web',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
    });
    expect(foreign.tokenRequests.at(-1)?.form.get('resource')).toBe(foreign.resource);
  });

  it('refreshes once with the resource, and gives the rotated refresh token', async () => {
    const { oauth, ask, answer } = await connect();
    const first = tokensOf(answer);
    const refreshToken = first.refreshToken ?? createSecret('');
    const before = foreign.counts.refreshes;
    const second = tokensOf(await oauth.refresh(org, { ...ask, refreshToken }));
    expect(foreign.counts.refreshes - before).toBe(1);
    expect(foreign.tokenRequests.at(-1)?.form.get('resource')).toBe(foreign.resource);
    expect(second.refreshToken?.reveal()).not.toBe(refreshToken.reveal());
    expect(await call(second.accessToken)).toBe(200);
    // The server takes a second use for theft, and ends the family.
    expect(await oauth.refresh(org, { ...ask, refreshToken })).toEqual({ kind: 'refused', error: 'invalid_grant' });
    expect(await call(second.accessToken)).toBe(401);
  });

  it('revokes tokens (RFC 7009)', async () => {
    const { oauth, ask, answer } = await connect();
    const { refreshToken } = tokensOf(answer);
    expect(await oauth.revoke(org, { ...ask, token: refreshToken ?? createSecret(''), hint: 'refresh_token' })).toBe(
      true,
    );
    expect(await oauth.refresh(org, { ...ask, refreshToken: refreshToken ?? createSecret('') })).toEqual({
      kind: 'refused',
      error: 'invalid_grant',
    });
    // Best effort: a client or server that is gone causes no error for the caller.
    const gone = { ...ask, clientRowId: 'fcl_gone', token: createSecret('t'), hint: 'access_token' as const };
    expect(await oauth.revoke(org, gone)).toBe(false);
  });

  it.each([
    ['another issuer', (back: URLSearchParams) => back.set('iss', 'https://evil.example'), 'issuer_mismatch'],
    ['no issuer, though it promises to name itself', (back: URLSearchParams) => back.delete('iss'), 'issuer_mismatch'],
    ['its issuer twice', (back: URLSearchParams) => back.append('iss', foreign.issuer), 'issuer_mismatch'],
    [
      'an issuer that only looks the same',
      (back: URLSearchParams) => back.set('iss', `${foreign.issuer}/`),
      'issuer_mismatch',
    ],
    ['another state', (back: URLSearchParams) => back.set('state', 'x'), 'state_mismatch'],
    ['no state', (back: URLSearchParams) => back.delete('state'), 'state_mismatch'],
    ['its state twice', (back: URLSearchParams) => back.append('state', 'x'), 'state_mismatch'],
    ['no code', (back: URLSearchParams) => back.delete('code'), 'invalid_callback'],
    ['two codes', (back: URLSearchParams) => back.append('code', 'x'), 'invalid_callback'],
    [
      'an error of its own making',
      (back: URLSearchParams) => {
        back.delete('code');
        back.set('error', '<script>canary');
      },
      'refused',
    ],
    [
      'an error',
      (back: URLSearchParams) => {
        back.delete('code');
        back.set('error', 'access_denied');
      },
      'access_denied',
    ],
    ['a code and an error', (back: URLSearchParams) => back.set('error', 'access_denied'), 'invalid_callback'],
  ])('refuses a return with %s, and requests no token', async (_words, change, error) => {
    const { oauth, ask, flow } = await start();
    const back = new URL(await clickThrough(flow.url, callback)).searchParams;
    change(back);
    const before = foreign.counts.codes;
    const { state, verifier } = flow;
    expect(await oauth.finish(org, { ...ask, state, verifier, callback: back })).toEqual({ kind: 'refused', error });
    expect(foreign.counts.codes).toBe(before);
  });

  it("reports a person's denial", async () => {
    foreign.behaviour.decision = 'deny';
    expect((await connect()).answer).toEqual({ kind: 'refused', error: 'access_denied' });
  });

  it('requests offline_access only when the server lists it', async () => {
    foreign.behaviour.serverMetadata = { scopes_supported: ['tools.read'] };
    fixture.oauth().forget(org, foreign.resource);
    const { flow } = await start();
    expect(new URL(flow.url).searchParams.get('scope')).toBe('tools.read');
    expect(new URL(flow.url).searchParams.has('prompt')).toBe(false);
    foreign.behaviour.serverMetadata = {};
    fixture.oauth().forget(org, foreign.resource);
  });
});

describe('a failing token endpoint', () => {
  it.each([
    ['invalid_grant', { kind: 'refused', error: 'invalid_grant' }],
    ['invalid_client', { kind: 'refused', error: 'invalid_client' }],
    ['error', { kind: 'unavailable', reason: 'upstream_unavailable' }],
    ['garbage', { kind: 'unavailable', reason: 'invalid_response' }],
    ['html', { kind: 'unavailable', reason: 'upstream_unavailable' }],
    ['lost', { kind: 'unavailable', reason: 'upstream_unavailable' }],
  ] as const)('with %s gives an answer that says whether to retry, without its text', async (fault, expected) => {
    const { oauth, ask, answer } = await connect();
    const refreshToken = tokensOf(answer).refreshToken ?? createSecret('');
    foreign.behaviour.token = { grant: 'refresh_token', fault };
    const before = foreign.counts.refreshes;
    const told = await oauth.refresh(org, { ...ask, refreshToken });
    expect(told).toEqual(expected);
    expect(foreign.counts.refreshes - before).toBe(1);
  });
});

describe('tokens without a person', () => {
  const ask = () => ({ issuer: foreign.issuer, resource: foreign.resource, scopes: ['tools.read'] });

  it.each(['client_secret_basic', 'client_secret_post', undefined] as const)(
    'come by client_credentials, authenticated by %s',
    async (method) => {
      const client = { clientId: 'known', secret: createSecret(secret), ...(method === undefined ? {} : { method }) };
      const answer = await fixture.oauth().clientCredentials(org, { ...ask(), client });
      expect(await call(tokensOf(answer).accessToken)).toBe(200);
      const { form, authorization } = foreign.tokenRequests.at(-1) ?? {};
      expect([form?.has('client_secret'), authorization !== undefined]).toEqual([
        ...[method === 'client_secret_post', method !== 'client_secret_post'],
      ]);
    },
  );

  it('come by exchange of a token of ours (RFC 8693), for its person', async () => {
    const client = { clientId: 'known', secret: createSecret(secret) };
    const subjectToken = createSecret('token-of-anna');
    const tokens = tokensOf(await fixture.oauth().exchange(org, { ...ask(), client, subjectToken }));
    const answer = await fetch(foreign.resource, {
      headers: { authorization: `Bearer ${tokens.accessToken.reveal()}` },
    });
    expect(await answer.json()).toMatchObject({ account: 'anna@foreign.example' });
    const wrong = await fixture.oauth().exchange(org, { ...ask(), client, subjectToken: createSecret('other') });
    expect(wrong).toEqual({ kind: 'refused', error: 'invalid_request' });
  });

  it('with a wrong secret are refused', async () => {
    const client = { clientId: 'known', secret: createSecret('wrong-canary') };
    expect(await fixture.oauth().clientCredentials(org, { ...ask(), client })).toEqual({
      kind: 'refused',
      error: 'invalid_client',
    });
  });
});
