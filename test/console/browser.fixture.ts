/** All services of one machine with the built console, and windows of a real Chromium in front of it. */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { startServices } from '../../src/services.ts';
import { makeDataFolder } from '../support/data-folder.ts';

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Why these tests cannot run; undefined if they can. */
export function missingForBrowser(env: NodeJS.ProcessEnv): string | undefined {
  if (findBrowser(env) === undefined) return 'no Chromium; ASSAY_TEST_CHROMIUM names one';
  return existsSync(`${consoleFolder}/index.html`) ? undefined : 'the console is not built';
}

function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  return [env['ASSAY_TEST_CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path !== '' && existsSync(path));
}

export interface ConsoleWindow {
  readonly page: Page;
  /** What the browser complains about: scripts, policies, failed loads. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

export interface ConsoleWorld {
  /** Of the verifier, without a slash at its end. */
  readonly url: string;
  readonly gatewayUrl: string;
  readonly operatorToken: string;
  /** Sends a chat request; gives the status and the id of its Evidence. */
  readonly chat: (
    text: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; evidenceId: string }>;
  /** Calls the verifier with the operator token. @throws for a refusal */
  readonly operator: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<ConsoleWindow>;
  readonly close: () => Promise<void>;
}

export async function openConsoleWorld(env: Readonly<Record<string, string>> = {}): Promise<ConsoleWorld> {
  const executablePath = findBrowser(process.env);
  if (executablePath === undefined) throw new Error('no Chromium');
  const folder = await makeDataFolder('assay-console-world-');
  const services = await startServices({
    env: { ...toFreePorts(), ASSAY_LOG_LEVEL: 'silent', ASSAY_DATA_DIR: folder, ...env },
    only: ['injection', 'pii', 'secrets', 'toxicity', 'verifier', 'gateway', 'attestor'],
  });
  const { verifier: url = '', gateway: gatewayUrl = '' } = services.urls;
  const operatorToken = (await readFile(services.dataDir.file(operatorTokenFile), 'utf8')).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
  const browser: Browser = await chromium.launch({ executablePath, args });
  return {
    url,
    gatewayUrl,
    operatorToken,
    chat: async (text, headers = {}) => {
      const answer = await fetch(`${gatewayUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: text }] }),
      });
      await answer.arrayBuffer();
      return { status: answer.status, evidenceId: answer.headers.get('x-assay-evidence-id') ?? '' };
    },
    operator: async (method, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-assay-key': operatorToken },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? {} : JSON.parse(text);
    },
    open: (path, options = {}) => openWindow(browser, `${url}${path}`, options),
    close: async () => {
      await browser.close();
      await services.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openWindow(browser: Browser, address: string, options: BrowserContextOptions): Promise<ConsoleWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    const isReported = message.text().startsWith('Failed to load resource: the server responded');
    if (!isReported && (message.type() === 'error' || message.type() === 'warning')) problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(address);
  await page.waitForSelector('main h1, main h2');
  return { page, problems, close: () => context.close() };
}

export interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

/** Violations of WCAG 2.0 to 2.2, levels A and AA, and of axe's best practices. */
export async function findViolations(page: Page): Promise<readonly AxeViolation[]> {
  // The page's own policy forbids a foreign script; the browser's protocol runs it all the same.
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const found = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    id, help, nodes: nodes.slice(0, 5).map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary),
  })))`);
  return found as readonly AxeViolation[];
}
