/** Access and the organisation in a real Chromium: keys, invitations, webhooks, and the audit log with its chain. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, findViolations, missingForBrowser, openConsoleWorld } from './browser.fixture.ts';

const missing = missingForBrowser(process.env);
const title =
  missing === undefined ? 'access and the organisation' : `access and the organisation (skipped: ${missing})`;
const hostile = '<img src=x onerror=alert(1)>\u202Ekooh';

describe.skipIf(missing !== undefined)(title, { timeout: 120_000 }, () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
    await world.operator('POST', '/v1/invitations', { email: 'ada@example.com', role: 'reviewer' });
    await world.operator('POST', '/v1/webhooks', { name: hostile, url: 'https://hooks.example.com/in', events: ['*'] });
    await world.operator('POST', '/v1/lifecycle/policies', lifecyclePolicy);
  }, 120_000);
  afterAll(() => world?.close());

  /** A window whose console has the rights of the operator token. */
  const unlocked = async (path: string) => {
    const answer = await fetch(`${world.url}/v1/console/links`, {
      method: 'POST',
      headers: { 'x-assay-key': world.operatorToken },
    });
    const url = String(Reflect.get(Object(await answer.json()), 'url'));
    const window = await world.open('/console/verify');
    await window.page.goto(url);
    await window.page.waitForURL(/\/console\/?$/);
    window.problems.length = 0;
    await window.page.goto(`${world.url}${path}`);
    await window.page.waitForSelector('main h1');
    return window;
  };

  it('does not offer the audit log to the local operator, and says how to unlock it', async () => {
    const { page, close } = await world.open('/console/access?tab=audit');
    await page.getByText('assay console open').waitFor();
    expect(await page.getByRole('button', { name: 'Check in this browser' }).count()).toBe(0);
    await close();
  });

  it('checks the chain of the audit log in the browser, and says that it is whole', async () => {
    const { page, problems, close } = await unlocked('/console/access?tab=audit');
    await page.getByRole('button', { name: 'Check in this browser' }).click();
    await page.getByText('The log is whole and unchanged').waitFor();
    await page.getByText(/entries follow one another without a gap/).waitFor();
    await close();
    expect(withoutSecondUnlock(problems)).toEqual([]);
  });

  it('shows a new API key once, and its name in the list', async () => {
    const { page, problems, close } = await unlocked('/console/access?tab=keys');
    await page.getByRole('button', { name: 'Make an API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('pipeline');
    await dialog.getByRole('combobox', { name: 'Scopes' }).click();
    await page.getByRole('option', { name: 'evidence:read' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Make an API key' }).click();
    const shown = page.getByRole('textbox', { name: 'API key' });
    await shown.waitFor();
    expect((await shown.inputValue()).length).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Close all the same' }).click();
    await page.getByRole('cell', { name: 'pipeline', exact: true }).waitFor();
    await close();
    expect(withoutSecondUnlock(problems)).toEqual([]);
  });

  it('shows a name of others as text, never as markup', async () => {
    const { page, close } = await unlocked('/console/settings?tab=webhooks');
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await close();
  });

  it('has no accessibility violation on any tab', async () => {
    const { page, problems, close } = await unlocked('/console/access');
    const found: Record<string, unknown> = {};
    for (const path of tabs) {
      await page.goto(`${world.url}${path}`);
      await page.waitForSelector('main [role=tabpanel] :is(h2, table, [role=grid])');
      const violations = await findViolations(page);
      if (violations.length > 0) found[path] = violations;
    }
    await close();
    expect(found).toEqual({});
    expect(withoutSecondUnlock(problems)).toEqual([]);
  });
});

/** The page that opens a link asks a second time, without its code, and is refused. */
function withoutSecondUnlock(problems: readonly string[]): readonly string[] {
  return problems;
}

const lifecyclePolicy = {
  name: 'Stale agents',
  priority: 10,
  rules: [{ type: 'inactivity', threshold_days: 60 }],
  enforcement: { action: 'notify' },
};

const tabs = [
  ...['members', 'invitations', 'keys', 'session', 'reviews', 'delegations', 'audit'].map((tab) => `access?tab=${tab}`),
  ...['organisation', 'registries', 'webhooks', 'telemetry', 'gateways', 'vault', 'lifecycle', 'events'].map(
    (tab) => `settings?tab=${tab}`,
  ),
].map((path) => `/console/${path}`);
