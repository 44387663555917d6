import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignServer, openForeignServer } from '../../tools/foreign-oauth/foreign-server.fixture.ts';
import { findChromium, openTestPages, type TestPages } from './test-browser.ts';

const executablePath = findChromium(process.env);
const title =
  executablePath === undefined
    ? 'connecting in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'connecting in a browser';
const password = 'nine violet engines hum';

describe.skipIf(executablePath === undefined)(title, () => {
  let pages: TestPages;
  let foreign: ForeignServer;
  beforeAll(async () => {
    pages = await openTestPages(executablePath ?? '');
    foreign = await openForeignServer();
    foreign.behaviour.decision = 'ask';
  });
  afterAll(async () => {
    await pages?.close();
    await foreign?.close();
  });

  it('a person signs in, goes to the other side, consents there, returns, and revokes it', async () => {
    // No page is wider than a small screen.
    const { page, problems, context } = await pages.openWindow({ viewport: { width: 320, height: 640 } });
    page.setDefaultTimeout(10_000);
    const fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.goto(await pages.invite('ada@example.com', 'admin'));
    await page.fill('#name', 'Ada Example');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.click('text=Create my account and join');
    await page.waitForURL(`${pages.url}/account?done=joined`);
    const credential = await pages.operator('POST', '/v1/scoped-credentials', {
      service: `com.example/${'long-'.repeat(20)}crm`,
      resource: foreign.resource,
      auth_type: 'oauth2_code',
      scope: { level: 'workspace', id: 'default' },
      requested_scopes: ['openid', 'tools.read'],
    });
    const at = `/v1/scoped-credentials/${String(credential['id'])}`;
    const { connect_url: url } = await pages.operator('POST', `${at}/connect`, {});

    await context.clearCookies();
    await page.goto(String(url));
    expect(page.url()).toContain('/login?return_to=');
    await page.fill('#email', 'ada@example.com');
    await page.fill('#password', password);
    await page.click('main button:has-text("Sign in")');
    expect(page.url()).toBe(url);
    expect(await page.textContent('main')).toContain('This is shared.');
    await fits();
    await page.click('button:has-text("Go on to")');
    // The other service asks for a sign-in, and then for consent.
    for (const step of ['login', 'consent']) {
      await page.waitForSelector(`h1:text-is("${step}")`);
      await page.click('text=Allow');
    }
    await page.waitForSelector('h1:text-is("Connected")');
    expect(await page.textContent('main')).toContain('anna@foreign.example');
    await fits();
    expect(await pages.operator('GET', at)).toMatchObject({ status: 'active', version: 1 });
    // The address is useless to somebody who reads it later.
    await page.reload();
    expect(await page.textContent('main')).toContain('This link was used before');
    expect(await page.textContent('main')).toContain('It is connected now');

    await page.click('main a:text-is("Connections")');
    await fits();
    await page.click('summary:has-text("Revoke")');
    await page.click('button:has-text("Revoke it")');
    await page.waitForSelector('text=It is revoked.');
    expect(await pages.operator('GET', at)).toMatchObject({ status: 'revoked' });
    expect(problems).toEqual([]);
  });
});
