/** The pages of the browser console: what a browser gets, and what nobody gets. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { accepts } from './files.ts';
import { consoleFolderOf } from './folder.ts';

let folder: string;
let verifier: TestVerifier;
const page = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';
const scripts = '/console/assets/app-4f2a.js';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-console-'));
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'outside');
  await writeFile(join(dist, '.env'), 'hidden');
  await writeFile(join(dist, 'assets/app-4f2a.js'), 'plain');
  await writeFile(join(dist, 'assets/app-4f2a.js.br'), 'as brotli');
  await writeFile(join(dist, 'assets/app-4f2a.js.gz'), 'as gzip');
  await writeFile(join(dist, 'sw.js'), 'worker');
  await writeFile(join(dist, 'manifest.webmanifest'), '{}');
  await symlink(join(folder, 'secret.txt'), join(dist, 'assets/link.txt'));
  verifier = await openTestVerifier({}, testDatabaseKind, { consoleFolder: dist });
}, 60_000);
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true, force: true });
});

const host = { host: '127.0.0.1:8200' };
const get = (url: string, headers: Record<string, string> = {}) => verifier.get(url, { ...host, ...headers });

it('a console that is not built says what to run, and starts to work when it is', async () => {
  const before = await get('/console/');
  expect(before.status).toBe(503);
  expect(before.raw.toString('utf8')).toContain('npm run build --workspace console');
  await writeFile(join(folder, 'dist/index.html'), page);
  expect((await get('/console/')).status).toBe(200);
});

describe('the application', () => {
  it('has a fresh nonce in every answer, which no cache keeps', async () => {
    const nonces = [];
    for (const path of ['/console/', '/console/agents/bot?tab=live', '/console/index.html', '/console/open']) {
      const { status, raw, headers } = await get(path);
      const text = raw.toString('utf8');
      const [, nonce = ''] = /content="([A-Za-z0-9_-]{22})"/.exec(text) ?? [];
      expect([status, headers['cache-control'], headers['content-type']]).toEqual([
        200,
        'no-store',
        'text/html; charset=utf-8',
      ]);
      expect(text).toBe(page.replaceAll('__CSP_NONCE__', nonce));
      expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}';`);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(4);
  });

  it('may run only its own scripts, call only this verifier, and is in nobody’s frame', async () => {
    const { headers } = await get('/console/');
    expect(
      String(headers['content-security-policy'])
        .replace(/nonce-[^']+/, 'nonce-x')
        .split('; '),
    ).toEqual([
      ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-x'", "img-src 'self' data:"],
      ...["font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'"],
      ...[
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ],
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('answers HEAD, and leads to its folder', async () => {
    const { app } = verifier.verifier();
    const head = await app.inject({ method: 'HEAD', url: '/console/', headers: host });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const short = await get('/console');
    expect([short.status, short.headers['location']]).toEqual([308, '/console/']);
  });
});

describe('its files', () => {
  it.each([
    ['br, gzip', 'br', 'as brotli'],
    ['gzip', 'gzip', 'as gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'as gzip'],
    ['identity', undefined, 'plain'],
    ['', undefined, 'plain'],
  ])('are sent compressed where %j is accepted', async (accepted, encoding, text) => {
    const { raw, headers } = await get(scripts, { 'accept-encoding': accepted });
    expect([headers['content-encoding'], raw.toString('utf8')]).toEqual([encoding, text]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
  });

  it('are not sent again to who has them', async () => {
    const etag = String((await get(scripts)).headers['etag']);
    const again = await get(scripts, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.raw.length, again.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get(scripts, { 'if-none-match': '"other"' })).status).toBe(200);
    // Another encoding is another file.
    expect((await get(scripts, { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200);
  });

  it('of an earlier build are 404, and never the page of the application', async () => {
    const { status, headers } = await get('/console/assets/app-0000.js');
    expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('problem+json')]);
  });

  it('include a worker for the whole console, which is asked for anew', async () => {
    const { headers } = await get('/console/sw.js');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/console/' });
    expect((await get('/console/manifest.webmanifest')).headers['content-type']).toBe('application/manifest+json');
  });

  it.each([
    ...[
      '/console/../secret.txt',
      '/console/%2e%2e/secret.txt',
      '/console/..%2fsecret.txt',
      '/console/assets/..%2f..%2f..%2fsecret.txt',
    ],
    ...[
      '/console/assets/%2e%2e/%2e%2e/secret.txt',
      '/console/..%5csecret.txt',
      '/console/.env',
      '/console/assets/link.txt',
    ],
    ...['/console//etc/passwd', '/console/assets//app-4f2a.js', '/console/assets/%2fetc%2fpasswd', '/console/assets'],
  ])('end at the folder: %s', async (path) => {
    const { status, raw } = await get(path);
    expect([200, 404]).toContain(status);
    expect(raw.toString('utf8')).not.toMatch(/outside|hidden|root:|plain/);
  });
});

it('the root leads browsers to the console, and others where it led before', async () => {
  const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([browser.status, browser.headers['location']]).toEqual([302, '/console/']);
  const other = await get('/', { accept: '*/*' });
  expect([other.status, other.headers['location']]).toEqual([303, '/account']);
});

it('an encoding that is named with weight zero is not accepted', () => {
  expect(accepts('br;q=0', 'br')).toBe(false);
  expect(accepts('br; q=0.000', 'br')).toBe(false);
  expect(accepts('BR;q=0.1', 'br')).toBe(true);
  expect(accepts('brotli', 'br')).toBe(false);
  expect(accepts(undefined, 'br')).toBe(false);
});

it('the folder is beside a bundle, or where the repository builds it', () => {
  expect(consoleFolderOf('file:///app/main.mjs')).toBe('/app/console');
  expect(consoleFolderOf('file:///app/verifier-thread.mjs')).toBe('/app/console');
  expect(consoleFolderOf('file:///repo/src/verifier/front/console/folder.ts')).toBe('/repo/console/dist');
});
