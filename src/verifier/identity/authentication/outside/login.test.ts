/** The outside sign-in: bound to the browser that began it, single use, and for members only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../../platform/db/test-db.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../api-keys/keys.fixture.ts';
import { openIssuer, type TestIssuer } from './issuer.fixture.ts';

let fixture: KeysFixture;
let issuer: TestIssuer;
let person: TestPerson;
const publicUrl = 'http://127.0.0.1:8200';

beforeAll(async () => {
  // The login library uses the system's clock.
  issuer = await openIssuer(() => Math.floor(Date.now() / 1000));
  fixture = await openKeys(testDatabaseKind, {
    VERIFIER_OIDC_ISSUER: issuer.url,
    VERIFIER_OIDC_CLIENT_ID: 'assay-client',
    VERIFIER_OIDC_NAME: 'Acme',
    VERIFIER_OIDC_CLIENT_SECRET: 'outside-secret',
    ASSAY_PUBLIC_URL: publicUrl,
  });
  person = await fixture.person('viewer');
}, 60_000);
afterAll(async () => {
  await fixture.verifier.close();
  await issuer.close();
});

const host = { host: '127.0.0.1:8200' };
const call = (url: string, cookie = '') =>
  fixture.verifier.call('GET', url, { ...host, ...(cookie === '' ? {} : { cookie }) });
const cookiesOf = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().map(String);

async function begin(returnTo = '/account/keys') {
  const answer = await call(`/login/outside?return_to=${encodeURIComponent(returnTo)}`);
  const url = new URL(String(answer.headers['location']));
  issuer.nonce = url.searchParams.get('nonce') ?? undefined;
  issuer.person = { sub: 'outside-1', email: person.email, email_verified: true };
  const [setCookie = ''] = cookiesOf(answer.headers);
  return { answer, url, setCookie, cookie: setCookie.split(';')[0] ?? '', state: url.searchParams.get('state') ?? '' };
}

const back = (state: string, cookie: string) => call(`/login/outside/callback?code=abc&state=${state}`, cookie);
const sessionOf = (headers: Record<string, unknown>) =>
  cookiesOf(headers).find((text) => /^assay_session=[A-Za-z0-9_-]{43}/.test(text));

describe('signing in elsewhere', () => {
  it('redirects with PKCE, state and nonce, and returns into a session of ours', async () => {
    const { answer, url, cookie, setCookie, state } = await begin();
    expect(answer.status).toBe(303);
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
    const { code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(rest).toMatchObject({
      client_id: 'assay-client',
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: `${publicUrl}/login/outside/callback`,
    });
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Lax/);
    const done = await back(state, cookie);
    expect([done.status, done.headers['location']]).toEqual([303, '/account/keys']);
    expect(sessionOf(done.headers)).toMatch(/HttpOnly/);
    expect(issuer.lastExchange?.get('code_verifier')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const session = sessionOf(done.headers)?.split(';')[0]?.split('=')[1] ?? '';
    expect(await fixture.verifier.verifier().services.sessions.find(session)).toMatchObject({ userId: person.id });
    expect(fixture.verifier.verifier().services.authentication.outsideLogin).toEqual({
      name: 'Acme',
      path: '/login/outside',
    });
  });

  it('returns only to our own pages', async () => {
    const { state, cookie } = await begin('https://evil.example/account');
    expect((await back(state, cookie)).headers['location']).toBe('/account');
  });

  it('is single use: a repeated return opens nothing', async () => {
    const { state, cookie } = await begin();
    const answers = await Promise.all([back(state, cookie), back(state, cookie)]);
    expect(answers.filter(({ headers }) => sessionOf(headers) !== undefined)).toHaveLength(1);
    expect((await back(state, cookie)).status).toBe(403);
  });

  it("opens nothing without the cookie of the browser that began it, or with another's", async () => {
    const mine = await begin();
    const theirs = await begin();
    for (const answer of [
      await back(mine.state, ''),
      await back(mine.state, theirs.cookie),
      await back('forged', mine.cookie),
    ]) {
      expect([answer.status, sessionOf(answer.headers)]).toEqual([403, undefined]);
    }
  });

  it('opens nothing after its time', async () => {
    const { state, cookie } = await begin();
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 10 * 60_000);
    expect((await back(state, cookie)).status).toBe(403);
  });

  it('opens nothing with the nonce of another sign-in, for another client, or when refused there', async () => {
    const spoil = [
      () => {
        issuer.nonce = 'another';
      },
      () => {
        issuer.person = { ...issuer.person, aud: 'other-client' };
      },
      () => {
        issuer.person = { ...issuer.person, iss: 'https://other.example' };
      },
    ];
    for (const run of spoil) {
      const { state, cookie } = await begin();
      run();
      const answer = await back(state, cookie);
      expect([answer.status, sessionOf(answer.headers)]).toEqual([403, undefined]);
    }
    const { state, cookie } = await begin();
    const denied = await call(`/login/outside/callback?error=access_denied&state=${state}`, cookie);
    expect([denied.status, sessionOf(denied.headers)]).toEqual([403, undefined]);
  });

  it.each([
    ['nobody here', { sub: 'outside-2', email: 'nobody@else.example' }],
    ['an address that is not verified', { sub: 'outside-3', email_verified: false }],
    ['another account with the same address', { sub: 'outside-4' }],
  ])('as %s opens nothing', async (_words, change) => {
    const { state, cookie } = await begin();
    issuer.person = { ...issuer.person, ...change };
    const answer = await back(state, cookie);
    expect([answer.status, sessionOf(answer.headers)]).toEqual([403, undefined]);
    expect(answer.raw.toString('utf8')).toContain('<html');
  });

  it('shows a page while the other site is down', async () => {
    await fixture.verifier.restart();
    issuer.metadata = { issuer: 'https://other.example' };
    const answer = await call('/login/outside');
    issuer.metadata = {};
    expect(answer.status).toBe(503);
    expect(answer.raw.toString('utf8')).toContain('<html');
  });
});

describe('without an outside issuer', () => {
  it('there is no such page, and no button', async () => {
    const plain = await openKeys(testDatabaseKind);
    const answer = await plain.verifier.call('GET', '/login/outside', {});
    expect([answer.status, plain.verifier.verifier().services.authentication.outsideLogin]).toEqual([404, undefined]);
    await plain.verifier.close();
  }, 30_000);
});
