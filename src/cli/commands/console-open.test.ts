/** `assay console open` at a running verifier, and at one that answers with what it should not. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

describe('assay console open', () => {
  let verifier: TestVerifier;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-open-'));
    const opener = join(folder, 'xdg-open');
    await writeFile(opener, '#!/bin/sh\nprintf %s "$1" > "$0.seen"\n');
    await chmod(opener, 0o755);
    verifier = await openTestVerifier();
    url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  }, 60_000);
  afterAll(async () => {
    await verifier.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = () => ({ ASSAY_DATA_DIR: verifier.testDb.dataDir });

  it('prints an address that unlocks one browser, and does not need one here', async () => {
    const { code, out, err } = await runFake(['console', 'open', '--no-browser', '--verifier', url], { env: env() });
    expect([code, err]).toEqual([0, '']);
    const [, sent = ''] = new RegExp(`^${url}/console/open#code=([A-Za-z0-9_-]{43})\n`).exec(out) ?? [];
    const unlock = () =>
      verifier.post('/v1/console/unlock', { code: sent }, { host: new URL(url).host, 'sec-fetch-site': 'same-origin' });
    expect([(await unlock()).status, (await unlock()).status]).toEqual([200, 401]);
  });

  it.runIf(process.platform === 'linux')('opens the browser of the person with this address', async () => {
    const shown = { ...env(), DISPLAY: ':7', PATH: `${folder}:/usr/bin:/bin` };
    const { code, out } = await runFake(['console', 'open', '--verifier', url], { env: shown });
    expect(code).toBe(0);
    const seen = await vi.waitFor(async () => {
      const text = await readFile(join(folder, 'xdg-open.seen'), 'utf8');
      expect(text).not.toBe('');
      return text;
    });
    expect(out.startsWith(`${seen}\n`)).toBe(true);
  });

  it('needs the operator token', async () => {
    const { code, err } = await runFake(['console', 'open', '--no-browser', '--verifier', url], {
      env: { ASSAY_DATA_DIR: folder },
    });
    expect(code).not.toBe(0);
    expect(err).toMatch(/operator token/);
    expect((await runFake(['console', 'bot', '--no-browser'])).code).toBe(2);
  });
});

it('an address that is no web address is shown without control characters, and never opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-open-'));
  const answer = { url: 'file:///etc/passwd\u001b[2J', expires_at: '2026-01-01T00:00:00.000Z' };
  const fake = await serveFake((_request, response) => sendJson(response, 201, answer));
  const opener = join(folder, 'xdg-open');
  await writeFile(opener, '#!/bin/sh\nprintf %s "$1" > "$0.seen"\n');
  await chmod(opener, 0o755);
  const { out } = await runFake(['console', 'open', '--verifier', fake.url], {
    env: { ASSAY_DATA_DIR: folder, DISPLAY: ':7', PATH: `${folder}:/usr/bin:/bin`, ASSAY_ACCESS_TOKEN: 'x'.repeat(43) },
  });
  expect(out).not.toContain('\u001b');
  await expect(readFile(`${opener}.seen`, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});
