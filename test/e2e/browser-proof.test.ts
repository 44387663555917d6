import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBrowserVerifier } from '../../scripts/browser/make-page.ts';
import { createOfflineVerifier } from '../../src/proof/offline-verifier.ts';
import { callVerifier } from '../support/call-verifier.ts';
import { type Call, readArtefactCases, readReportCases } from '../support/conformance.ts';

const executablePath = [process.env['ASSAY_TEST_CHROMIUM'] ?? '', '/usr/bin/chromium'].find(
  (path) => path !== '' && existsSync(path),
);
const title =
  executablePath === undefined
    ? 'the verifier in a browser (skipped: no Chromium; ASSAY_TEST_CHROMIUM names one)'
    : 'the verifier in a browser';

/** Like `callVerifier`, for a page that loads only the published module. */
const askPublished = `async (calls) => {
  const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const { verifyArtefact, verifyHardwareReport } = await import('/assay-verify.js');
  const verdicts = [];
  for (const { kind, file, now, nonce, policy, keys, attestations, companions = [], roots } of calls) {
    const given = roots?.map((root) => ({ ...root, der: bytes(root.der), profile: 'test' }));
    const digits = nonce?.match(/../g).map((pair) => Number.parseInt(pair, 16));
    verdicts.push(kind === undefined
      ? await verifyArtefact(bytes(file), { now, keys, attestations, roots: given })
      : await verifyHardwareReport(kind, bytes(file), {
          now, policy, roots: given, companions: companions.map(bytes), nonce: digits && Uint8Array.from(digits),
        }));
  }
  return JSON.stringify(verdicts);
}`;

describe.skipIf(executablePath === undefined)(title, () => {
  let folder: string;
  let browser: Browser;
  let host: Server;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-browser-'));
    await makeBrowserVerifier(join(folder, 'dist'));
    host = createServer(async (request, response) => {
      const isModule = request.url === '/assay-verify.js';
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? await readFile(join(folder, 'dist/assay-verify.js')) : '<!doctype html>');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const bound = host.address();
    if (bound === null || typeof bound === 'string') throw new Error('the host listens on no port');
    address = `http://127.0.0.1:${bound.port}/`;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
    const quiet = ['--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...args, ...quiet] });
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => (host === undefined ? resolve(undefined) : host.close(resolve)));
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(calls: readonly Call[]): Promise<unknown[]> {
    const page = await browser.newPage();
    try {
      await page.goto(address);
      const verdicts: unknown = JSON.parse(await page.evaluate(`(${askPublished})(${JSON.stringify(calls)})`));
      return Array.isArray(verdicts) ? verdicts : [];
    } finally {
      await page.close();
    }
  }

  const node = createOfflineVerifier(nodeProofCrypto);
  const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const expectSame = async (calls: readonly Call[]) => {
    const verdicts = await ask(calls);
    expect(verdicts).toHaveLength(calls.length);
    for (const [index, call] of calls.entries()) {
      expect(verdicts[index], call.title).toEqual(toJson(await callVerifier(node, call)));
    }
  };

  it("every artefact has Node's verdict, word for word", () => expectSame(readArtefactCases().map((one) => one.call)));

  it("every kind of hardware report has Node's verdict, word for word", () =>
    expectSame(readReportCases().map((one) => one.call)));

  describe('a page opened from disk', () => {
    let page: Page;
    const requests: string[] = [];
    const problems: string[] = [];

    beforeAll(async () => {
      page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(pathToFileURL(join(folder, 'dist/index.html')).href);
    });

    const drop = async (zone: string, name: string, base64: string) => {
      const files = await page.evaluateHandle(
        `(() => { const transfer = new DataTransfer();
          transfer.items.add(new File([Uint8Array.from(atob(${JSON.stringify(base64)}), (c) => c.charCodeAt(0))], ${JSON.stringify(name)}));
          return transfer; })()`,
      );
      await page.dispatchEvent(zone, 'drop', { dataTransfer: files });
    };
    const shown = async (): Promise<unknown> => {
      const text = await page.locator('#verdict-json').textContent();
      return JSON.parse(text ?? 'null');
    };
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

    it('shows the verdict on a dropped bundle, with the keys dropped beside it, at the chosen time', async () => {
      const found = readArtefactCases().find(({ call }) => call.title === 'evidence bundle: sound');
      if (found === undefined) throw new Error('there is no such case');
      const { call } = found;
      await page.fill('#time', new Date(call.now).toISOString().slice(0, 16));
      await drop('#drop', 'bundle.json', call.file);
      await page.locator('#result h2', { hasText: 'NOT PROVEN' }).waitFor();
      await drop('#drop-beside', 'keys.json', base64(call.keys));
      await page.locator('#result h2', { hasText: /^PROVEN/ }).waitFor();
      expect(await shown()).toEqual(toJson(await callVerifier(node, call)));
    });

    it('shows the verdict on a hardware report, and that its root is not a pinned one', async () => {
      const found = readReportCases().find(({ call }) => call.title === 'nitro: with a nonce and user data');
      if (found === undefined) throw new Error('there is no such case');
      const { roots: _, ...call } = found.call;
      await page.selectOption('#kind', 'nitro');
      await page.setInputFiles('#beside', []);
      await page.fill('#nonce', call.nonce ?? '');
      await page.fill('#time', new Date(call.now).toISOString().slice(0, 16));
      await drop('#drop', 'document.bin', call.file);
      await page.locator('#result h2', { hasText: 'REFUSED' }).waitFor();
      const { companions: __, ...alone } = call;
      expect(await shown()).toEqual(toJson(await callVerifier(node, alone)));
      expect(await page.locator('#result').textContent()).toContain('root_untrusted');
    });

    it('reports the error of a file that no check accepts', async () => {
      await drop('#drop-beside', 'notes.txt', Buffer.from('a shopping list').toString('base64'));
      await page.locator('#result h2', { hasText: 'Nothing was checked' }).waitFor();
      expect(await page.locator('#result').textContent()).toContain('notes.txt');
    });

    it('sends no request, and raises no error', () => {
      expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
      expect(requests).toHaveLength(1);
      expect(problems).toEqual([]);
    });
  });

  it('the page cannot be built when a check reaches a Node module', async () => {
    const { assertNoNode } = await import('../../scripts/browser/make-page.ts');
    const output = { imports: [{ path: 'node:fs', kind: 'import-statement', external: true }] };
    expect(() => assertNoNode([output])).toThrow('node:fs');
  });
});
