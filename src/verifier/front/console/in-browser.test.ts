/** The console's sessions in a real browser: what it sends by itself, and what pages of other origins reach. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorTokenFile } from '../../../platform/http/operator-token.ts';
import { createLogger } from '../../../platform/log.ts';
import { type RunningVerifier, startVerifier } from '../../start.ts';
import { findChromium } from '../pages/test-browser.ts';

const executablePath = findChromium(process.env);
const title =
  executablePath === undefined
    ? 'the console in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'the console in a browser';

/** A page in the place of the application: it unlocks with the code of its address, as the application does. */
const page = `<!doctype html><html lang="en"><head><title>console</title><script type="module" src="/console/assets/app.js"></script>
<style nonce="__CSP_NONCE__">main { color: rgb(1, 2, 3) }</style></head><body><main>waiting</main></body></html>`;
const app = `const main = document.querySelector('main');
const code = location.hash.slice('#code='.length);
history.replaceState(null, '', location.pathname);
const json = { 'content-type': 'application/json' };
if (location.pathname === '/console/open') {
  const answer = await fetch('/v1/console/unlock', { method: 'POST', headers: json, body: JSON.stringify({ code }) });
  main.textContent = String(answer.status);
} else main.textContent = 'ready';`;

describe.skipIf(executablePath === undefined)(title, () => {
  let folder: string;
  let verifier: RunningVerifier;
  let browser: Browser;
  let operatorToken: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-console-browser-'));
    const dist = join(folder, 'dist');
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(dist, 'index.html'), page);
    await writeFile(join(dist, 'assets/app.js'), app);
    const env = { VERIFIER_PORT: '0', ASSAY_DATA_DIR: join(folder, 'data') };
    const log = createLogger({ service: 'verifier', level: 'silent' });
    verifier = await startVerifier(env, log, { consoleFolder: dist });
    operatorToken = (await readFile(join(folder, 'data', operatorTokenFile), 'utf8')).trim();
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await verifier?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const link = async (): Promise<string> => {
    const headers = { 'x-assay-key': operatorToken };
    const answer = await fetch(`${verifier.url}/v1/console/links`, { method: 'POST', headers });
    return String(Reflect.get(Object(await answer.json()), 'url'));
  };

  it('a link unlocks one browser: it reads, follows a stream and writes, under the strict policy', async () => {
    const context = await browser.newContext();
    const tab = await context.newPage();
    const problems: string[] = [];
    tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    tab.on('pageerror', (error) => problems.push(String(error)));
    const url = await link();
    await tab.goto(url);
    await tab.waitForSelector('main:text-is("200")');
    expect(tab.url()).toBe(`${verifier.url}/console/open`);
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).color')).toBe('rgb(1, 2, 3)');
    expect(await tab.evaluate('document.cookie')).toBe('');
    const seen = await tab.evaluate(`(async () => {
      const session = await (await fetch('/v1/console/session')).json();
      const headers = { 'content-type': 'application/json', 'x-assay-csrf': session.csrf_token };
      const write = (id, more) => fetch('/v1/organizations', { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ id }) });
      const stream = await fetch('/v1/agents/default/console/stream');
      const { value } = await stream.body.getReader().read();
      return { unlocked: session.unlocked, log: (await fetch('/v1/audit-logs')).status, made: (await write('by-browser')).status,
        without: (await write('no-token', { 'x-assay-csrf': '' })).status, stream: new TextDecoder().decode(value) };
    })()`);
    expect(seen).toMatchObject({ unlocked: true, log: 200, made: 201, without: 403 });
    expect(Reflect.get(Object(seen), 'stream')).toMatch(/retry|heartbeat/);
    const other = await browser.newContext();
    const second = await other.newPage();
    await second.goto(url);
    await second.waitForSelector('main:text-is("401")');
    // The browser reports refused calls and the missing icon, and nothing of a policy.
    expect(problems.filter((text) => !/responded with a status of/.test(text))).toEqual([]);
    await context.close();
    await other.close();
  });

  it('a page of another port of this machine reaches nothing with the cookie of the unlocked browser', async () => {
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(await link());
    await tab.waitForSelector('main:text-is("200")');
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<main>foreign</main>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const tried = await tab.evaluate(`(async () => {
      const status = (answer) => answer.status + answer.type;
      const url = ${JSON.stringify(verifier.url)};
      const sent = { credentials: 'include', mode: 'no-cors' };
      const reads = await fetch(url + '/v1/console/session', { credentials: 'include' }).then(status, () => 'unreadable');
      await fetch(url + '/v1/workspaces', { ...sent, method: 'POST', body: JSON.stringify({ id: 'foreign', name: 'x' }) });
      await fetch(url + '/v1/console/unlock', { ...sent, method: 'POST', body: '{}' });
      return reads;
    })()`);
    expect(tried).toBe('unreadable');
    const headers = { 'x-assay-key': operatorToken };
    expect(await (await fetch(`${verifier.url}/v1/workspaces`, { headers })).text()).not.toContain('"foreign"');
    await context.close();
    server.closeAllConnections();
    server.close();
  });
});
