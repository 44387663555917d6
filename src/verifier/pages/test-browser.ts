/** A verifier on a port of its own and a headless Chromium, for tests of the pages as a person uses them. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Environment } from '../../platform/config.ts';
import { operatorTokenFile } from '../../platform/http/operator-token.ts';
import { createLogger } from '../../platform/log.ts';
import { startVerifier } from '../start.ts';

/** The browser that the environment names, or the usual place of it. */
export function findChromium(env: Environment): string | undefined {
  return [env['ASSAY_TEST_CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path !== '' && existsSync(path));
}

export interface TestPages {
  readonly url: string;
  /** The link of an invitation by the operator. */
  invite(email: string, role: string): Promise<string>;
  /** A browser window without a past. `problems` fills with what the browser complains of: policies, scripts. */
  openWindow(options?: BrowserContextOptions): Promise<TestWindow>;
  close(): Promise<void>;
}

export interface TestWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
}

export async function openTestPages(executablePath: string): Promise<TestPages> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pages-'));
  const port = await findFreePort();
  const env = {
    ...{ VERIFIER_PORT: String(port), ASSAY_DATA_DIR: folder },
    ...{ ASSAY_AUTHENTICATION: 'required', VERIFIER_CLIENT_REGISTRATION: 'open' },
  };
  const verifier = await startVerifier(env, createLogger({ service: 'verifier', level: 'silent' }));
  const operatorToken = (await readFile(join(folder, operatorTokenFile), 'utf8')).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
  const quiet = ['--disable-background-networking', '--disable-component-update'];
  const browser: Browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
  return {
    url: verifier.url,
    async invite(email, role) {
      const answer = await fetch(`${verifier.url}/v1/invitations`, {
        method: 'POST',
        headers: { 'x-assay-key': operatorToken, 'content-type': 'application/json' },
        body: JSON.stringify({ email, role }),
      });
      const made: unknown = await answer.json();
      return `${verifier.url}/invite/${String(Reflect.get(Object(made), 'token'))}`;
    },
    async openWindow(options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        // A page that says no has a status that says so too, and the browser remarks on it.
        if (message.type() === 'error' && !text.includes('the server responded with a status of')) problems.push(text);
      });
      return { context, page, problems };
    },
    async close() {
      await browser.close();
      await verifier.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What an application of somebody else serves: the page that the answer comes to. */
export interface TestApplication {
  readonly redirectUri: string;
  close(): Promise<void>;
}

export async function openTestApplication(): Promise<TestApplication> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>The application</title><h1>Back at the application</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    redirectUri: `http://127.0.0.1:${portOf(server)}/callback`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The issuer's name holds the port, so it has to be known before anything listens. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
