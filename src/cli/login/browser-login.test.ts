/** `assay login` like a person: a browser signs in, allows it, and returns to the command. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, openTestPages, type TestPages } from '../../verifier/front/pages/test-browser.ts';
import { startFake } from '../cli.fake.ts';

const executablePath = findChromium(process.env);
const title =
  executablePath === undefined
    ? 'assay login in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'assay login in a browser';
const password = 'nine violet engines hum';

describe.skipIf(executablePath === undefined)(title, () => {
  let pages: TestPages;
  let folder: string;
  beforeAll(async () => {
    pages = await openTestPages(executablePath ?? '');
    folder = await mkdtemp(join(tmpdir(), 'assay-login-'));
  }, 60_000);
  afterAll(async () => {
    await pages?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const assay = (...args: string[]) =>
    startFake([...args, '--verifier', pages.url], { env: { XDG_CONFIG_HOME: folder } });

  it('a person signs in, allows it, is told to close the window, and sees it among the applications', async () => {
    const { page, problems } = await pages.openWindow();
    await page.goto(await pages.invite('ada@example.com', 'viewer'));
    await page.fill('#name', 'Ada');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.click('text=Create my account and join');
    await page.click('text=Sign out');

    const run = assay('login', '--no-browser');
    const [, url = ''] = await run.said(/^ {2}(http\S+)$/m);
    await page.goto(url);
    await page.fill('#email', 'ada@example.com');
    await page.fill('#password', password);
    await page.click('main button:has-text("Sign in")');
    expect(await page.textContent('main')).toContain('is part of this deployment of Assay');
    await page.click('button:has-text("Allow")');
    await page.waitForURL('http://127.0.0.1:*/callback?**');
    expect(await page.textContent('main')).toContain('You can close this window');
    expect(await run.done).toMatchObject({ code: 0, out: expect.stringContaining('as ada@example.com (viewer in') });

    await page.goto(`${pages.url}/account/applications`);
    expect(await page.textContent('main')).toContain('Assay command line');
    await page.click('button:has-text("Revoke")');
    expect(await assay('whoami').done).toMatchObject({ code: 3, err: expect.stringContaining('Run assay login') });
    expect(problems).toEqual([]);
  }, 120_000);
});
