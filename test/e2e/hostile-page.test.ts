/**
 * A hostile page in a real browser against every port of `npm start` on loopback, where every local process is an operator. It
 * reads nothing that is not public and changes nothing.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { startChild } from '../../bench/child.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { type Attempt, attackScript, type Target, targetsOf } from '../support/hostile-page.ts';
import { callOnce } from '../support/verifier-calls.ts';

const executablePath = [process.env['ASSAY_TEST_CHROMIUM'] ?? '', '/usr/bin/chromium'].find(
  (path) => path !== '' && existsSync(path),
);
const title =
  executablePath === undefined
    ? 'a hostile page (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'a hostile page';

const auditors = [
  ...['injection', 'pii', 'secrets', 'toxicity', 'groundedness'],
  ...['fairness', 'watermark', 'model-security', 'sovereignty'],
];
const services = ['verifier', 'gateway', 'attestor', 'mcp-gateway', ...auditors];
const toVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_PORT`;
const documentOf = (service: string) => (auditors.includes(service) ? 'auditor' : service);

/** Public documents, which a page of another site may read. */
const isPublic = ({ target }: Attempt) => /^GET \S+\/(?:\.well-known|oauth|v1\/witness\/key)/.test(target);

describe.skipIf(executablePath === undefined)(title, () => {
  let folder: string;
  let product: Child;
  let urls: Record<string, string>;
  let browser: Browser;
  let host: Server;
  let hostPort: string;
  let controlHits = 0;
  let control: Server;
  let controlUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-page-'));
    const ports = Object.fromEntries(services.map((name) => [toVariable(name), '0']));
    product = await startChild('src/main.ts', [], { ASSAY_LOG_LEVEL: 'silent', ASSAY_DATA_DIR: folder, ...ports });
    urls = Reflect.get(Object(product.line), 'urls');
    host = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>evil</title><body></body>');
    });
    hostPort = await listen(host);
    control = createServer((request, response) => {
      controlHits += 1;
      request.resume();
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
      response.setHeader('access-control-allow-credentials', 'true');
      response.setHeader('access-control-allow-headers', 'content-type');
      response.end('{}');
    });
    controlUrl = `http://127.0.0.1:${await listen(control)}`;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    const quiet = ['--disable-background-networking', '--disable-component-update'];
    // Newer browsers ask before a page reaches this machine. The product does not rely on that.
    const features = ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'];
    const names = ['--host-resolver-rules=MAP *.test 127.0.0.1', ...features];
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...args, ...quiet, ...names] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    for (const server of [host, control]) {
      server?.closeAllConnections();
      server?.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function attackFrom(page: string, targets: readonly Target[]): Promise<Attempt[]> {
    const context = await browser.newContext();
    const tab = await context.newPage();
    try {
      if (isRebound(page)) {
        // The name resolved to another machine when this page was loaded.
        const body = '<!doctype html><title>evil</title><body></body>';
        await tab.route(page, (route) => route.fulfill({ contentType: 'text/html', body }));
      }
      await tab.goto(page);
      return JSON.parse(await tab.evaluate(`(${attackScript})(${JSON.stringify(targets)})`));
    } finally {
      await context.close();
    }
  }

  const isRebound = (page: string) => page.startsWith('http://rebound.test');
  const all = () => services.flatMap((service) => targetsOf(documentOf(service), urls[service] ?? ''));
  const leaks = (attempts: readonly Attempt[]) => attempts.filter((one) => one.read !== '' && !isPublic(one));

  /** Shows any change. */
  async function readState(): Promise<unknown> {
    const token = (await readFile(join(folder, operatorTokenFile), 'utf8')).trim();
    const read = (path: string) => callOnce(urls['verifier'] ?? '', 'GET', path, undefined, { 'x-assay-key': token });
    const lists = ['agents', 'workspaces', 'policies', 'gateways', 'evidence', 'webhooks', 'api-keys', 'approvals'];
    const ids = lists.map(async (name) => {
      const { items } = await read(`/v1/${name}?limit=100`);
      return [name, (items as Record<string, unknown>[]).map((one) => one['id'] ?? one['evidence_id'])] as const;
    });
    const { items } = await read('/v1/audit-logs?limit=1');
    const health = await callOnce(urls['gateway'] ?? '', 'GET', '/health');
    return { lists: await Promise.all(ids), audit: items, receipts: health['receipts'] };
  }

  it('every listening port of the product is tried', async () => {
    const known = services.map((service) => Number(new URL(urls[service] ?? '').port)).sort();
    expect(known).toEqual((await listeningPorts(product.pid)).sort());
  });

  it.each([
    ['of another site', () => [`http://evil.test:${hostPort}/`, controlUrl]],
    [
      'of a rebound name',
      () => [`http://rebound.test:${new URL(controlUrl).port}/`, controlUrl.replace('127.0.0.1', 'rebound.test')],
    ],
  ])('%s can reach and read a service that allows it', async (_who, addresses) => {
    const [page = '', url = ''] = addresses();
    controlHits = 0;
    const targets = ['GET', 'POST'].map((method) => ({ method, url: `${url}/x`, body: { id: 'evil' } }));
    const attempts = await attackFrom(page, targets);
    expect(leaks(attempts).map(({ how }) => how)).toEqual(
      expect.arrayContaining(['fetch', 'fetch of JSON', 'POST of text/plain']),
    );
    expect(controlHits).toBeGreaterThan(14);
  });

  it.each([
    ['of another site', () => `http://evil.test:${hostPort}/`],
    ['of another port of this machine', () => `http://127.0.0.1:${hostPort}/`],
  ])(
    '%s reads nothing and changes nothing',
    async (_who, page) => {
      const before = await readState();
      const attempts = await attackFrom(page(), all());
      expect(attempts.length).toBeGreaterThan(1_500);
      expect(leaks(attempts)).toEqual([]);
      expect(await readState()).toEqual(before);
    },
    240_000,
  );

  it('of a name rebound to this machine reads nothing and changes nothing', async () => {
    const before = await readState();
    for (const service of services) {
      const base = `http://rebound.test:${new URL(urls[service] ?? '').port}`;
      const attempts = await attackFrom(`${base}/`, targetsOf(documentOf(service), base));
      expect(attempts.filter(({ read }) => read !== '')).toEqual([]);
    }
    expect(await readState()).toEqual(before);
  }, 240_000);
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return String(address.port);
}

/** TCP ports that a process listens on (Linux). */
async function listeningPorts(pid: number): Promise<number[]> {
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      const isOurs = state === '0A' && sockets.has(inode);
      return isOurs ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
    }),
  );
}
