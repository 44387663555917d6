/** A verifier on its own port and a headless Chromium, to test the pages as a person uses them. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  dynamicClientRegistration,
  None,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Environment } from '../../../platform/config.ts';
import { operatorTokenFile } from '../../../platform/http/operator-token.ts';
import { createLogger } from '../../../platform/log.ts';
import { startVerifier } from '../../start.ts';

/** Finds the browser: the one of the environment, or the usual path. */
export function findChromium(env: Environment): string | undefined {
  return [env['ASSAY_TEST_CHROMIUM'] ?? '', '/usr/bin/chromium'].find((path) => path !== '' && existsSync(path));
}

export interface TestPages {
  readonly url: string;
  /** Gives the link of an invitation by the operator. */
  invite(email: string, role: string): Promise<string>;
  /** Calls the API with the operator token. */
  operator(method: string, path: string, payload?: unknown): Promise<Record<string, unknown>>;
  /** Opens a browser window without history. `problems` collects the browser's complaints: policies, scripts. */
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
    VERIFIER_PORT: String(port),
    ASSAY_DATA_DIR: folder,
    ASSAY_AUTHENTICATION: 'required',
    VERIFIER_CLIENT_REGISTRATION: 'open',
    VERIFIER_OUTBOUND_ALLOW: '127.0.0.1',
  };
  const verifier = await startVerifier(env, createLogger({ service: 'verifier', level: 'silent' }));
  const operatorToken = (await readFile(join(folder, operatorTokenFile), 'utf8')).trim();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
  const quiet = ['--disable-background-networking', '--disable-component-update'];
  const browser: Browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
  const operator: TestPages['operator'] = async (method, path, payload) => {
    const answer = await fetch(`${verifier.url}${path}`, {
      method,
      headers: { 'x-assay-key': operatorToken, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return Object(body);
  };
  return {
    url: verifier.url,
    operator,
    async invite(email, role) {
      const { token } = await operator('POST', '/v1/invitations', { email, role });
      return `${verifier.url}/invite/${String(token)}`;
    },
    async openWindow(options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        const text = message.text();
        // The browser reports a refused page as an error because of its status; that is no problem.
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

/** A third-party application: it serves the page that receives the answer. */
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

/** A third-party client that a person signs in for. */
export interface TestClient {
  /** Begins an authorization request: the address for the browser, and what the answer is checked against. */
  begin(scope?: string, more?: Record<string, string>): Promise<TestRequest>;
  finish(answer: string, request: Pick<TestRequest, 'checks'>): Promise<{ readonly access_token: string }>;
}

export interface TestRequest {
  readonly url: string;
  readonly checks: { readonly pkceCodeVerifier: string; readonly expectedState: string };
}

export async function openTestClient(url: string, redirectUri: string): Promise<TestClient> {
  const metadata = {
    client_name: 'Foreign <b>App</b>',
    client_uri: 'https://app.example',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  const config = await dynamicClientRegistration(new URL(url), metadata, None(), {
    execute: [allowInsecureRequests],
    algorithm: 'oauth2',
  });
  return {
    async begin(scope = 'openid email workspaces:read', more = {}) {
      const verifier = randomPKCECodeVerifier();
      const state = randomState();
      const request = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge_method: 'S256',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        resource: `${url}/v1`,
        ...more,
      });
      return { url: request.href, checks: { pkceCodeVerifier: verifier, expectedState: state } };
    },
    finish: (answer, { checks }) => authorizationCodeGrant(config, new URL(answer), checks),
  };
}

/** The issuer's name contains the port, so the port must be known before anything listens. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}
