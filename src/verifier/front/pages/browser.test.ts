import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findChromium,
  openTestApplication,
  openTestClient,
  openTestPages,
  type TestApplication,
  type TestClient,
  type TestPages,
} from './test-browser.ts';

const executablePath = findChromium(process.env);
const title =
  executablePath === undefined
    ? 'pages in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'pages in a browser';
const password = 'nine violet engines hum';
const nextPassword = 'ten violet engines hum';

describe.skipIf(executablePath === undefined)(title, () => {
  let pages: TestPages;
  let application: TestApplication;
  let client: TestClient;

  beforeAll(async () => {
    pages = await openTestPages(executablePath ?? '');
    application = await openTestApplication();
    client = await openTestClient(pages.url, application.redirectUri);
  });
  afterAll(async () => {
    await pages?.close();
    await application?.close();
  });

  const signIn = async (page: Page, email: string, secret = password) => {
    await page.fill('#email', email);
    await page.fill('#password', secret);
    await page.click('main button:has-text("Sign in")');
  };

  const join = async (page: Page, email: string, role = 'viewer') => {
    await page.goto(await pages.invite(email, role));
    await page.fill('#name', 'Ada Lovelace');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.click('text=Create my account and join');
    await page.waitForURL(`${pages.url}/account?done=joined`);
  };

  describe.each([
    ['with', true],
    ['without', false],
  ])('%s JavaScript', (kind, javaScriptEnabled) => {
    it('an invited person joins, makes a valid key, changes the password, and signs out', async () => {
      const email = `ada-${kind}@example.com`;
      const { page, problems } = await pages.openWindow({ javaScriptEnabled });
      await join(page, email, 'operator');
      expect(await page.textContent('main')).toContain('Operator');

      await page.click('nav >> text=API keys');
      await page.fill('#alias', 'deploy');
      await page.click('summary:has-text("See single things")');
      await page.check('input[value="workspaces:read"]');
      await page.click('text=Make the key');
      const key = (await page.textContent('.secret')) ?? '';
      const me = await fetch(`${pages.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      expect(await me.json()).toMatchObject({ email, role: 'operator' });

      const elsewhere = await pages.openWindow({ javaScriptEnabled });
      await elsewhere.page.goto(`${pages.url}/account/sessions`);
      await signIn(elsewhere.page, email);
      expect(elsewhere.page.url()).toBe(`${pages.url}/account/sessions`);

      await page.click('nav >> text=Password');
      await page.fill('#current', password);
      await page.fill('#next', nextPassword);
      await page.fill('#again', nextPassword);
      await page.click('text=Change password');
      expect(await page.textContent('[role=status]')).toContain('signed out everywhere else');
      await elsewhere.page.reload();
      expect(elsewhere.page.url()).toContain('/login');

      await page.click('text=Sign out');
      expect(await page.textContent('[role=status]')).toBe('You are signed out.');
      await page.goto(`${pages.url}/account`);
      expect(page.url()).toBe(`${pages.url}/login`);
      await signIn(page, email, password);
      // The browser moves the focus after it has painted the page.
      await page.waitForFunction("document.activeElement?.className === 'problem'");
      expect(await page.textContent('.problem')).toContain('the password is wrong');
      await signIn(page, email, nextPassword);
      expect(page.url()).toBe(`${pages.url}/account`);
      expect([...problems, ...elsewhere.problems]).toEqual([]);
    });

    it('somebody denies, then allows an application, uses it, and withdraws the consent', async () => {
      const email = `bob-${kind}@example.com`;
      const { page, problems, context } = await pages.openWindow({ javaScriptEnabled });
      await join(page, email);
      await context.clearCookies();

      const refused = await client.begin();
      await page.goto(refused.url);
      expect(await page.textContent('main')).toContain('to go on to Foreign <b>App</b>');
      await signIn(page, email);
      const consent = (await page.textContent('main')) ?? '';
      for (const words of [
        ...['Allow Foreign <b>App</b>?', email, 'is not part of this deployment', 'see the workspaces'],
        ...['see your e-mail address', new URL(application.redirectUri).host, 'https://app.example'],
      ]) {
        expect(consent).toContain(words);
      }
      await page.click('text=No, go back');
      await page.waitForURL(`${application.redirectUri}**`);
      await expect(client.finish(page.url(), refused)).rejects.toMatchObject({
        error: 'access_denied',
      });

      const allowed = await client.begin();
      await page.goto(allowed.url);
      await page.click('button:has-text("Allow")');
      await page.waitForURL(`${application.redirectUri}**`);
      expect(await page.textContent('h1')).toBe('Back at the application');
      const tokens = await client.finish(page.url(), allowed);
      const call = () => fetch(`${pages.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
      expect(await (await call()).json()).toMatchObject({ email, role: 'viewer' });

      await page.goto(`${pages.url}/account/applications`);
      expect(await page.textContent('main')).toContain('Foreign <b>App</b>');
      await page.click('button:has-text("Revoke")');
      expect(await page.textContent('main')).toContain('You have allowed nothing');
      expect((await call()).status).toBe(401);
      expect(problems).toEqual([]);
    });
  });

  it('a new person who signs in after another signed out decides for themselves', async () => {
    const { page, context } = await pages.openWindow();
    await join(page, 'carol@example.com');
    const first = await client.begin();
    await page.goto(first.url);
    await page.waitForSelector('text=carol@example.com');
    // Carol signs out and Dave signs in, while Carol's page is still open.
    const other = await context.newPage();
    await other.goto(`${pages.url}/account`);
    await other.click('text=Sign out');
    await join(other, 'dave@example.com');
    await page.click('button:has-text("Allow")');
    expect(await page.textContent('h1')).toBe('This form is out of date');
    await page.goto(first.url);
    expect(await page.textContent('main')).toContain('You are signed in as dave@example.com');
    await page.click('button:has-text("Allow")');
    const tokens = await client.finish(page.url(), first);
    const me = await fetch(`${pages.url}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(await me.json()).toMatchObject({ email: 'dave@example.com' });
  });

  it('an application that requires a fresh sign-in gets one', async () => {
    const { page } = await pages.openWindow();
    await join(page, 'erin@example.com');
    const { url, checks } = await client.begin('openid workspaces:read', { prompt: 'login consent' });
    await page.goto(url);
    expect(await page.textContent('main')).toContain('Sign in once more to continue');
    await signIn(page, 'erin@example.com');
    await page.click('button:has-text("Allow")');
    const tokens = await client.finish(page.url(), { checks });
    expect(tokens.access_token).toBeTruthy();
  });

  it('a request that cannot return says so, and an expired one leads nowhere', async () => {
    const { page } = await pages.openWindow();
    const { url } = await client.begin();
    await page.goto(
      url.replace(encodeURIComponent(application.redirectUri), encodeURIComponent('https://evil.example/x')),
    );
    expect(await page.textContent('h1')).toBe('The request of the application is not valid');
    expect(page.url()).toContain(pages.url);
    await page.goto(`${pages.url}/oauth/interaction/nothing`);
    expect(await page.textContent('h1')).toBe('This page has expired');
  });

  it('everything is possible by keyboard', async () => {
    const { page } = await pages.openWindow();
    await join(page, 'frank@example.com');
    await page.context().clearCookies();
    const { url } = await client.begin();
    await page.goto(url);
    /** Presses Tab until the element has the focus. */
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) === true) return;
      }
      throw new Error(`no way to ${selector} by keyboard`);
    };
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await tabTo('#email');
    await page.keyboard.type('frank@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Allow Foreign');
    await tabTo('button[value=yes]');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${application.redirectUri}**`);

    await page.goto(`${pages.url}/account/keys`);
    await tabTo('#alias');
    await page.keyboard.type('by keyboard');
    await tabTo('fieldset summary');
    await page.keyboard.press('Enter');
    await tabTo('input[value="workspaces:read"]');
    await page.keyboard.press('Space');
    await tabTo('main button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.secret');
    await page.goto(`${pages.url}/account/keys`);
    await tabTo('details.risky > summary');
    await page.keyboard.press('Enter');
    await tabTo('details.risky button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=The key is revoked');
  });

  it('no page is wider than a screen of 320 pixels', async () => {
    const { page } = await pages.openWindow({ viewport: { width: 320, height: 640 } });
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    await page.goto(`${pages.url}/login`);
    expect(await width()).toBe(320);
    await join(page, 'a.person.with.quite.a.long.address@some-long-domain-name.example', 'admin');
    for (const room of ['', '/password', '/sessions', '/keys', '/applications', '/members', '/nothing']) {
      await page.goto(`${pages.url}/account${room}`);
      expect(await width(), room).toBe(320);
    }
    await page.goto((await client.begin()).url);
    expect(await width()).toBe(320);
  });
});
