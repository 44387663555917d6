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
    ? 'consent and approval in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'consent and approval in a browser';
const password = 'nine violet engines hum';
const scopes = ['agents:read', 'workspaces:read'];

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

  const signIn = async (page: Page, email: string) => {
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('main button:has-text("Sign in")');
  };

  /** Joins; gives the person's id. */
  const join = async (page: Page, email: string, role = 'viewer') => {
    await page.goto(await pages.invite(email, role));
    await page.fill('#name', 'Bob Example');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.click('text=Create my account and join');
    await page.waitForURL(`${pages.url}/account?done=joined`);
    const { items } = await pages.operator('GET', `/v1/members?email=${email}`);
    return String(Reflect.get(Object(Reflect.get(Object(items), 0)), 'user_id'));
  };

  const makeAgent = (id: string) =>
    pages.operator('POST', '/v1/agents', {
      id,
      name: `Helper ${id}`,
      purpose: 'looks after workspaces',
      access_manifest: { account_domains: ['example.com'], resources: [`${pages.url}/v1`], scopes },
    });

  const ask = async (agentId: string, subject: string) => {
    const requested = { scopes, resources: [`${pages.url}/v1`], ttl: 28_800, purpose: 'to tidy up' };
    const body = { kind: 'delegation', agent_id: agentId, subject, requested };
    return String((await pages.operator('POST', '/v1/approvals', body))['url']);
  };

  /** Makes the exchange of an agent, with its identity document and the person's token. */
  const exchange = async (agent: Record<string, unknown>, subjectToken: string) => {
    const document = await pages.operator('POST', `/v1/agents/${String(agent['id'])}/identity-document`, {
      audience: pages.url,
    });
    const type = 'urn:ietf:params:oauth:token-type:';
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      resource: `${pages.url}/v1`,
      client_id: String(agent['client_id']),
      client_secret: String(agent['client_secret']),
      subject_token: subjectToken,
      subject_token_type: `${type}access_token`,
      actor_token: String(document['svid']),
      actor_token_type: `${type}jwt`,
    });
    const answer = await fetch(`${pages.url}/v1/token-exchange`, { method: 'POST', body });
    const said: unknown = await answer.json();
    return { status: answer.status, body: Object(said) as Record<string, unknown> };
  };

  const read = (path: string, token: unknown) =>
    fetch(`${pages.url}${path}`, { headers: { authorization: `Bearer ${String(token)}` } });

  describe.each([
    ['with', true],
    ['without', false],
  ])('%s JavaScript', (kind, javaScriptEnabled) => {
    it('a person lets an agent act for them, with less than requested, and revokes it', async () => {
      const email = `bob-${kind}@example.com`;
      const { page, problems, context } = await pages.openWindow({ javaScriptEnabled });
      const userId = await join(page, email);
      const agent = await makeAgent(`tidy-${kind}`);
      const request = await client.begin('openid workspaces:read agents:read');
      await page.goto(request.url);
      await page.click('button:has-text("Allow")');
      const { access_token: subjectToken } = await client.finish(page.url(), request);

      expect((await exchange(agent, subjectToken)).body).toMatchObject({ error_code: 'no_active_delegation' });
      const url = await ask(`tidy-${kind}`, userId);
      expect((await exchange(agent, subjectToken)).status).toBe(400);

      await context.clearCookies();
      await page.goto(url);
      expect(page.url()).toContain('/login?return_to=');
      await signIn(page, email);
      expect(page.url()).toBe(url);
      const consent = (await page.textContent('main')) ?? '';
      for (const words of [
        `Helper tidy-${kind}`,
        'looks after workspaces',
        'to tidy up',
        'See the workspaces',
        email,
      ]) {
        expect(consent).toContain(words);
      }
      await page.uncheck('input[value="agents:read"]');
      await page.selectOption('#ttl', '3600');
      await page.click('button:has-text("Allow"):not(:has-text("Don"))');
      expect(await page.textContent('[role=status]')).toContain('Allowed.');

      const { status, body } = await exchange(agent, subjectToken);
      expect({ status, scope: body['scope'] }).toEqual({ status: 200, scope: 'workspaces:read' });
      const token = body['access_token'];
      expect((await read('/v1/workspaces', token)).status).toBe(200);
      expect((await read('/v1/agents', token)).status).toBe(403);

      await page.click('text=Acting for you');
      expect(await page.textContent('main')).toContain('once, last');
      await page.click('summary:has-text("Revoke")');
      await page.click('button:has-text("Revoke it")');
      expect(await page.textContent('[role=status]')).toContain('It is revoked.');
      expect(await page.textContent('main')).toContain('Nothing acts for you');
      expect((await read('/v1/workspaces', token)).status).toBe(401);
      expect((await exchange(agent, subjectToken)).body).toMatchObject({ error_code: 'no_active_delegation' });

      // A no is final.
      await page.goto(await ask(`tidy-${kind}`, userId));
      await page.click('text=Don’t allow');
      expect(await page.textContent('[role=status]')).toContain('You denied it');
      expect(problems).toEqual([]);
    });

    it('a reviewer finds a pending request, reads it, and approves with a reason', async () => {
      const { page, problems } = await pages.openWindow({ javaScriptEnabled });
      await join(page, `rita-${kind}@example.com`, 'reviewer');
      const agentId = `exporter-${kind}`;
      await makeAgent(agentId);
      const { id } = await pages.operator('POST', '/v1/approvals', {
        kind: 'tool_call',
        agent_id: agentId,
        action: 'contacts.export',
        resource: 'https://crm.example.com',
        requested: { justification: 'the quarterly report' },
      });
      await page.goto(`${pages.url}/account`);
      expect(await page.textContent('nav .count')).toContain('waiting');
      await page.click('nav >> text=Approvals');
      await page.click(`a[href$="${String(id)}"]`);
      expect(await page.textContent('main')).toContain('the quarterly report');
      await page.fill('#reason', 'I asked the team');
      await page.click('button:has-text("Approve")');
      expect(await page.textContent('main')).toContain('I asked the team');
      expect(await pages.operator('GET', `/v1/approvals/${String(id)}`)).toMatchObject({ status: 'approved' });
      expect(problems).toEqual([]);
    });
  });

  it('the answer is possible by keyboard, and Enter alone allows nothing', async () => {
    const { page } = await pages.openWindow();
    const userId = await join(page, 'kay@example.com');
    await makeAgent('keys');
    await page.goto(await ask('keys', userId));
    await page.focus('#scopes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=You denied it');
    await page.goto(await ask('keys', userId));
    await page.focus('button[value=no]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Allowed.');
  });

  it('no other site can frame the page to have its buttons clicked', async () => {
    const { page } = await pages.openWindow();
    const userId = await join(page, 'frame@example.com');
    await makeAgent('frames');
    const url = await ask('frames', userId);
    await page.goto(application.redirectUri);
    await page.setContent(`<iframe src="${url}"></iframe>`);
    const [, inner] = page.frames();
    expect(inner?.url()).toBe('chrome-error://chromewebdata/');
  });

  it('no page is wider than a screen of 320 pixels', async () => {
    const { page } = await pages.openWindow({ viewport: { width: 320, height: 640 } });
    const userId = await join(page, 'a.person.with.quite.a.long.address@example.com', 'admin');
    const id = 'an-agent-with-a-long-id-that-does-not-break-anywhere-at-all-at-all';
    await makeAgent(id);
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    const open = async (url: string) => {
      await page.goto(url);
      expect(await width(), url).toBe(320);
    };
    const consent = await ask(id, userId);
    await open(consent);
    await page.click('button[value=yes]');
    expect(await width()).toBe(320);
    await open(`${pages.url}/account/delegations`);
    await page.click('summary:has-text("Allow less")');
    expect(await width()).toBe(320);
    const { id: approval } = await pages.operator('POST', '/v1/approvals', {
      kind: 'tool_call',
      agent_id: id,
      action: 'x'.repeat(200),
      resource: `https://${'y'.repeat(60)}.example`,
    });
    await open(`${pages.url}/account/approvals`);
    await open(`${pages.url}/account/approvals/${String(approval)}`);
  });
});
