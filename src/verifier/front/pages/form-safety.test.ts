import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createTestVisitor, goodPassword, joinAs, type TestVisitor, tokenOf } from './test-visitor.ts';

let verifier: TestVerifier;
let ada: TestVisitor;

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' });
  ada = await joinAs(verifier, { email: 'ada@example.com', role: 'admin', name: 'Ada Lovelace' });
});
afterAll(() => verifier.close());

const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
const newPassword = { current: goodPassword, next: 'ten violet engines hum', again: 'ten violet engines hum' };

/** Checks that the old password still works. */
async function expectUnchanged(): Promise<void> {
  const login = await createTestVisitor(verifier).fill('/login', { email: 'ada@example.com', password: goodPassword });
  expect(login.status).toBe(303);
}

describe('a form', () => {
  it.each([
    ['without a token', ''],
    ['with a token that somebody made up', 'x'.repeat(43)],
  ])('%s does nothing, and the page explains what to do', async (_, form_token) => {
    const answer = await ada.send('/account/password', { ...newPassword, form_token });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This form is out of date');
    expect(answer.text).toContain('load the page again');
    await expectUnchanged();
  });

  it('with the token of another session does nothing', async () => {
    const other = await joinAs(verifier, { email: 'mallory@example.com', role: 'viewer' });
    const { text } = await other.open('/account/password');
    const answer = await ada.send('/account/password', { ...newPassword, form_token: tokenOf(text) });
    expect(answer.status).toBe(403);
    await expectUnchanged();
  });

  it.each([
    ['another site, by its Origin', { origin: 'https://evil.example' }],
    ['another site, by what the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['another site that names ours', { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['nowhere that is said', {}],
  ])('from %s does nothing, even with a valid token', async (_, headers) => {
    const { text } = await ada.open('/account/password');
    const answer = await ada.send('/account/password', { ...newPassword, form_token: tokenOf(text) }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toContain('text/html');
    await expectUnchanged();
  });

  it('from our own page is accepted if the browser sends only one of the two', async () => {
    for (const headers of [{ origin: own.origin }, { 'sec-fetch-site': 'same-origin' }]) {
      const { text } = await ada.open('/account/password');
      const sent = await ada.send('/account/sessions/end-others', { form_token: tokenOf(text) }, headers);
      expect(sent.status).toBe(303);
    }
  });

  it('of the login page needs the cookie of its token', async () => {
    const visitor = createTestVisitor(verifier);
    const { text } = await visitor.open('/login');
    const fields = { email: 'ada@example.com', password: goodPassword, form_token: tokenOf(text) };
    visitor.cookies.clear();
    expect((await visitor.send('/login', fields)).status).toBe(403);
    expect(visitor.cookies.has('assay_session')).toBe(false);
  });

  it.each([
    ['is JSON', { 'content-type': 'application/json' }, 415],
    ['is plain text', { 'content-type': 'text/plain' }, 415],
  ])('is invalid when it %s', async (_, headers, status) => {
    const answer = await ada.send('/account/password', newPassword, { ...own, ...headers });
    expect(answer.status).toBe(status);
  });

  it('is bounded', async () => {
    const { text } = await ada.open('/account/password');
    const form_token = tokenOf(text);
    const long = await ada.send('/account/password', { ...newPassword, form_token, again: 'x'.repeat(40_000) });
    expect(long.status).toBe(413);
    expect(long.text).toContain('That was too long');
    const field = await ada.send('/account/password', { ...newPassword, form_token, again: 'x'.repeat(3_000) });
    expect(field.status).toBe(400);
    const twice = await ada.send('/account/password', { ...newPassword, form_token: [form_token, form_token] });
    expect(twice.status).toBe(400);
  });
});

describe('typed text', () => {
  it('is text on every page, never markup', async () => {
    const name = '"><img src=x onerror=alert(1)>';
    await joinAs(verifier, { email: 'eve@example.com', role: 'viewer', name });
    const { text } = await ada.open('/account/members');
    expect(text).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
    const visitor = createTestVisitor(verifier);
    const echoed = await visitor.fill('/login', { email: '"><script>x</script>', password: 'x' });
    expect(echoed.text).toContain('&lt;script&gt;');
    expect(echoed.text).not.toContain('<script');
  });

  it('in the address does not appear on a page', async () => {
    const { text } = await ada.open('/account/keys?done=%3Cb%3Ehello&cursor=');
    expect(text).not.toContain('hello');
    expect((await ada.open('/account?done=constructor')).text).not.toContain('role="status"');
  });
});
