import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createTestVisitor, goodPassword, joinAs, tokenOf } from './test-visitor.ts';

let verifier: TestVerifier;

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' });
  await joinAs(verifier, { email: 'ada@example.com', role: 'admin', name: 'Ada Lovelace' });
});
afterAll(() => verifier.close());

const ada = { email: 'ada@example.com', password: goodPassword };

describe('signing in', () => {
  it('returns to the original page', async () => {
    const visitor = createTestVisitor(verifier);
    const sent = await visitor.open('/account/keys');
    expect(sent).toMatchObject({ status: 303, location: '/login?return_to=%2Faccount%2Fkeys' });
    const { text } = await visitor.open(sent.location ?? '');
    expect(text).toContain('name="return_to" value="/account/keys"');
    const back = await visitor.fill('/login', { ...ada, return_to: '/account/keys' });
    expect(back).toMatchObject({ status: 303, location: '/account/keys' });
    expect((await visitor.open('/account')).text).toContain('Ada Lovelace');
  });

  it("is required again when a form comes after the session, and returns to the form's page", async () => {
    const answer = await createTestVisitor(verifier).send('/account/keys/rotate', { id: 'x' });
    expect(answer).toMatchObject({ status: 303, location: '/login?return_to=%2Faccount%2Fkeys' });
  });

  it('never returns to another site', async () => {
    const visitor = createTestVisitor(verifier);
    const answer = await visitor.fill(
      '/login?return_to=https%3A%2F%2Fevil.example',
      { ...ada, return_to: 'https://evil.example' },
      '/login',
    );
    expect(answer).toMatchObject({ status: 303, location: '/account' });
  });

  it.each(['/', '/account', '/account/password', '/account/sessions', '/account/members', '/account/nothing'])(
    'is required first by %s',
    async (path) => {
      const answer = await createTestVisitor(verifier).open(path);
      expect(answer.status).toBe(303);
      expect(answer.location).toMatch(path === '/' ? /^\/account$/ : /^\/login/);
    },
  );

  it('gives the same answer for an unknown address and a wrong password', async () => {
    const answers = [];
    for (const email of ['ada@example.com', 'nobody@example.com', 'not an address']) {
      const visitor = createTestVisitor(verifier);
      const answer = await visitor.fill('/login', { email, password: 'wrong violet engines hum' });
      const text = answer.text.replaceAll(email, 'EMAIL').replaceAll(tokenOf(answer.text), 'TOKEN');
      answers.push({ status: answer.status, text, names: [...visitor.cookies.keys()] });
    }
    expect(answers[0]).toMatchObject({ status: 403, text: expect.stringContaining('the password is wrong') });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('makes a new cookie, and invalidates a former one', async () => {
    const visitor = createTestVisitor(verifier);
    const planted = 'A'.repeat(43);
    visitor.cookies.set('assay_session', planted);
    await visitor.fill('/login', ada);
    const first = visitor.cookies.get('assay_session');
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(planted);
    const thief = createTestVisitor(verifier);
    thief.cookies.set('assay_session', planted);
    expect((await thief.open('/account')).status).toBe(303);

    // Signing in again in the same browser ends the former session.
    const login = createTestVisitor(verifier);
    const { text } = await login.open('/login');
    login.cookies.set('assay_session', first ?? '');
    await login.send('/login', { ...ada, form_token: tokenOf(text) });
    expect(login.cookies.get('assay_session')).not.toBe(first);
    expect((await visitor.open('/account')).status).toBe(303);
  });

  it('invalidates an earlier form token', async () => {
    const visitor = createTestVisitor(verifier);
    const { text } = await visitor.open('/login');
    await visitor.send('/login', { ...ada, form_token: tokenOf(text) });
    expect(visitor.cookies.has('assay_form')).toBe(false);
    const replayed = await visitor.send('/account/sessions/end-others', { form_token: tokenOf(text) });
    expect(replayed.status).toBe(403);
  });

  it('gives a cookie that scripts cannot read and other sites do not send', async () => {
    const visitor = createTestVisitor(verifier);
    const answer = await visitor.fill('/login', ada);
    const cookie = [answer.headers['set-cookie']].flat().find((each) => String(each).startsWith('assay_session='));
    expect(String(cookie)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('opens no API: the session is a credential only for the pages', async () => {
    const visitor = createTestVisitor(verifier);
    await visitor.fill('/login', ada);
    expect((await visitor.open('/v1/me')).status).toBe(401);
  });

  it('is refused for a while after many wrong passwords, with the retry time', async () => {
    const visitor = createTestVisitor(verifier);
    const tries = [];
    for (let count = 0; count < 8; count += 1) {
      tries.push(await visitor.fill('/login', { email: 'guess@example.com', password: `wrong engine ${count}` }));
    }
    const last = tries.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.text).toContain('try again later');
  });
});

describe('signing out', () => {
  it('ends the session, not only the cookie', async () => {
    const visitor = createTestVisitor(verifier);
    await visitor.fill('/login', ada);
    const session = visitor.cookies.get('assay_session') ?? '';
    const { text } = await visitor.open('/account');
    const token = /action="\/logout"><input type="hidden" name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const answer = await visitor.send('/logout', { form_token: token });
    expect(answer).toMatchObject({ status: 303, location: '/login?done=signed-out' });
    expect(visitor.cookies.size).toBe(0);
    visitor.cookies.set('assay_session', session);
    expect((await visitor.open('/account')).status).toBe(303);
  });

  it('needs our own form', async () => {
    const visitor = createTestVisitor(verifier);
    await visitor.fill('/login', ada);
    expect((await visitor.send('/logout', { form_token: 'x' })).status).toBe(403);
    expect((await visitor.open('/account')).status).toBe(200);
  });
});

it('a wrong password is in the audit log once the verifier has stopped', async () => {
  const visitor = createTestVisitor(verifier);
  await visitor.fill('/login', { ...ada, password: 'not the password' });
  const read = async () => (await verifier.admin('GET', '/v1/audit-logs?action=sign_in.failed')).body['items'];
  await verifier.restart();
  expect(await read()).toMatchObject([{ success: false, actor: { type: 'anonymous' }, resource_type: 'person' }]);
});

describe('over https', () => {
  it('cookies are never sent in the clear, and the form may come from the public address', async () => {
    const secure = await openTestVerifier({
      ASSAY_PUBLIC_URL: 'https://assay.example',
      VERIFIER_HOST: '0.0.0.0',
      ASSAY_AUTHENTICATION: 'required',
    });
    try {
      const visitor = createTestVisitor(secure);
      const { headers, text } = await visitor.open('/login', { host: 'internal:8200' });
      expect(String(headers['set-cookie'])).toMatch(/^assay_form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const sent = { ...ada, form_token: tokenOf(text) };
      const from = { host: 'internal:8200', 'sec-fetch-site': 'same-origin' };
      const foreign = await visitor.send('/login', sent, { ...from, origin: 'https://assay.example.evil' });
      expect(foreign.text).toContain('came from another site');
      const ours = await visitor.send('/login', sent, { ...from, origin: 'https://assay.example' });
      expect(ours.text).toContain('password is wrong');
    } finally {
      await secure.close();
    }
  });
});
