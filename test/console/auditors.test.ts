/** The page of auditors in a real Chromium: settings with their cascade, the chain, presets, a try, a registration. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConsoleWorld, findViolations, missingForBrowser, openConsoleWorld } from './browser.fixture.ts';

const missing = missingForBrowser(process.env);
const title =
  missing === undefined ? 'the auditors page of the console' : `the auditors page of the console (skipped: ${missing})`;
const effective = '/v1/auditors/settings/effective?agent_id=default&auditor_id=injection';

describe.skipIf(missing !== undefined)(title, { timeout: 120_000 }, () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  }, 120_000);
  afterAll(() => world?.close());

  const settingOf = async (name: string) => {
    const { settings } = await world.operator('GET', effective);
    return Reflect.get(Object(settings), name);
  };

  it('keeps a change over a change of tab, saves it and shows which scope decides', async () => {
    const { page, problems, close } = await world.open('/console/auditors/injection?workspace=default');
    const field = page.getByRole('textbox', { name: 'Threshold, exact' }).first();
    await field.fill('0.65');
    await field.blur();
    await page.getByRole('tab', { name: 'Vocabulary' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('1 change is not saved.').waitFor();
    await page.getByText('injection_risk.threshold').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const cascade = page.getByRole('list', { name: 'Where Threshold comes from' }).first();
    await cascade.getByText('0.65').waitFor();
    expect((await cascade.innerText()).replaceAll('\n', ' ')).toMatch(/Workspace default\s*0\.65\s*DECIDES/i);
    expect(await settingOf('injection_risk.threshold')).toMatchObject({
      value: 0.65,
      decided_by: { level: 'workspace', id: 'default' },
    });
    expect(problems).toEqual([]);
    await close();
  });

  it('draws a slider, a toggle and tags for settings of these kinds', async () => {
    const { page, problems, close } = await world.open('/console/auditors/injection?workspace=default');
    await page.getByRole('slider', { name: 'Threshold' }).first().waitFor();
    await page.getByRole('switch').first().waitFor();
    await page.locator('.mantine-TagsInput-input').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('does not let an inner scope change what the organisation enforces', async () => {
    await world.operator('POST', '/v1/auditors/settings', {
      scope: { level: 'org', id: 'default' },
      auditor_id: 'pii',
      settings: { 'pii_found.threshold': { value: 0.4, enforced: true } },
    });
    const { page, close } = await world.open('/console/auditors/pii?workspace=default&agent=default');
    await page.getByText('Organisation default enforces this value. It cannot be changed here.').first().waitFor();
    expect(
      await page
        .getByRole('textbox', { name: /exact$/ })
        .first()
        .isDisabled(),
    ).toBe(true);
    await close();
  });

  it('orders the chain of a workspace with the keyboard alone', async () => {
    const { page, close } = await world.open('/console/auditors?tab=chain&workspace=default');
    await page.getByRole('button', { name: 'Move Toxicity up' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Toxicity is now 3 of 4.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save the chain' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The workspace has a chain of its own.').waitFor();
    expect(await world.operator('GET', '/v1/workspaces/default')).toMatchObject({
      chain: {
        auditorChain: {
          preRequest: ['injection', 'pii', 'toxicity', 'secrets'].map((auditorId) => ({ auditorId })),
        },
      },
    });
    await close();
  });

  it('previews a preset without changing anything, then applies it', async () => {
    const { page, close } = await world.open('/console/auditors?tab=presets&preset=injection.strict');
    await page.getByRole('table', { name: 'What changes' }).getByText('2048').waitFor();
    expect(await settingOf('token_limit_exceeded.max_token_limit')).toMatchObject({ value: 4096 });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await vi.waitUntil(async () => (await settingOf('token_limit_exceeded.max_token_limit')).value === 2048, {
      timeout: 30_000,
      interval: 200,
    });
    await close();
  });

  it('marks what would be detected, with settings that are not saved', async () => {
    const { page, close } = await world.open('/console/auditors/pii?workspace=default');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Write to jane.doe@example.com today.');
    await page.keyboard.press('Control+Enter');
    await page.locator('mark', { hasText: 'jane.doe@example.com' }).waitFor();
    await close();
  });

  it('registers an auditor by its image, and shows its names as text only', async () => {
    const { page, problems, close } = await world.open('/console/auditors?register=auditor');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('By its image').click();
    await dialog.getByRole('textbox', { name: 'Image' }).fill('registry.example/tone:1.0');
    const entry = {
      name: 'tone',
      type: 'boolean',
      description: '<b>x</b>',
      value_schema: { type: 'boolean' },
      settings: [],
    };
    const vocabulary = { auditor_id: 'tone', version: '1.0.0', phases: ['request'], vocabulary: [entry] };
    await dialog.getByRole('textbox', { name: 'Vocabulary as JSON' }).fill(JSON.stringify(vocabulary));
    await dialog.getByRole('textbox', { name: 'Name' }).fill('<img src=x onerror=alert(1)>');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await page.goto(`${world.url}/console/auditors/tone?tab=vocabulary`);
    await page.getByText('<b>x</b>').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('is accessible in each of its tabs in the %s scheme', async (colorScheme) => {
    const { page, close } = await world.open('/console/auditors', { colorScheme, reducedMotion: 'reduce' });
    const found: Record<string, unknown> = {};
    const tabs = ['?tab=chain', '?tab=presets&preset=pii.strict', '?tab=releases'];
    const ofAuditor = ['settings&workspace=default&agent=default', 'vocabulary', 'about', 'history'];
    for (const path of [...tabs, ...ofAuditor.map((tab) => `/injection?tab=${tab}`)]) {
      await page.goto(`${world.url}/console/auditors${path}`);
      await page.waitForLoadState('networkidle');
      const violations = await findViolations(page);
      if (violations.length > 0) found[path] = violations;
    }
    await close();
    expect(found).toEqual({});
  });
});
