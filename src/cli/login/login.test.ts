/** `assay login`, `logout` and other commands with a login, against a listening verifier. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../platform/db/test-db.ts';
import type { TestVisitor } from '../../verifier/front/pages/test-visitor.ts';
import { openTestIssuer, type TestIssuer } from '../../verifier/identity/issuer/issuer.fixture.ts';
import { startFake } from '../cli.fake.ts';

const bin = fileURLToPath(new URL('../../../bin/assay.mjs', import.meta.url));
let issuer: TestIssuer;
let ada: TestVisitor;
let folder: string;
let file: string;

beforeAll(async () => {
  issuer = await openTestIssuer(testDatabaseKind, { ASSAY_AUTHENTICATION: 'required' });
  ada = await issuer.join({ email: 'ada@example.com', role: 'admin', name: 'Ada' });
}, 60_000);
afterAll(() => issuer?.close());
beforeEach(async () => {
  issuer.verifier.clock.set(Date.now());
  folder = await mkdtemp(join(tmpdir(), 'assay-login-'));
  file = join(folder, 'assay', 'credentials.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A running command: `said` waits for matching output. */
function begin(args: readonly string[], env: Record<string, string> = {}, signal?: AbortSignal) {
  return startFake([...args, '--verifier', issuer.url], {
    env: { XDG_CONFIG_HOME: folder, ...env },
    ...(signal === undefined ? {} : { signal }),
  });
}

const assay = (args: readonly string[], env: Record<string, string> = {}) => begin(args, env).done;

/** `assay login` up to its shown address. */
async function beginLogin(args: readonly string[] = [], signal?: AbortSignal) {
  const run = begin(['login', '--no-browser', ...args], {}, signal);
  const [, url = ''] = await run.said(/^ {2}(http\S+)$/m);
  return { ...run, url: new URL(url) };
}

async function signIn(...args: string[]) {
  const run = await beginLogin(args);
  const back = await issuer.authorize(ada, run.url);
  const page = await fetch(back);
  return { ...(await run.done), url: run.url, page: { status: page.status, text: await page.text() } };
}

async function readEntry(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, 'utf8')).logins[issuer.url];
}

async function change(entry: Record<string, string>): Promise<void> {
  await writeFile(file, JSON.stringify({ version: 1, logins: { [issuer.url]: entry } }));
}

const expired = '2026-01-01T00:00:00.000Z';

describe('assay login', () => {
  it('signs in by the browser, and commands act as that person until they sign out', async () => {
    const made = await signIn();
    expect(made).toMatchObject({ code: 0, out: `Signed in at ${issuer.url} as ada@example.com (admin in default)\n` });
    expect(made.page).toMatchObject({ status: 200, text: expect.stringContaining('You can close this window') });
    const { access_token = '', refresh_token = '' } = await readEntry();
    const me = await assay(['whoami']);
    expect(me.out).toMatch(/^you are +ada@example\.com$/m);
    expect(me.out).toMatch(/^shown +your login/m);
    for (const secret of [access_token, refresh_token]) {
      expect(secret).not.toBe('');
      expect(`${made.out}${made.err}${me.out}${me.err}`).not.toContain(secret);
    }
    expect(await assay(['logout'])).toMatchObject({ code: 0, out: `Signed out at ${issuer.url}\n` });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1, logins: {} });
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await issuer.verifier.get('/v1/me', headers)).status).toBe(401);
    const again = await issuer.form('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: 'assay-cli',
    });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await assay(['logout'])).toMatchObject({ code: 0, out: `Nobody is signed in at ${issuer.url}\n` });
    expect(await assay(['whoami'])).toMatchObject({ code: 3, err: expect.stringContaining('Run assay login') });
  });

  it('uses PKCE, a state and a redirect to loopback, and restricts its file to the user', async () => {
    const { url } = await signIn('--scope', 'agents:read');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'assay-cli',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'offline_access agents:read',
      resource: `${issuer.url}/v1`,
      state: expect.stringMatching(/^.{43}$/),
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
    expect(await assay(['agent', 'list'])).toMatchObject({ code: 0 });
    expect(await assay(['key', 'list'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/refuses the request: .*keys:read/),
    });
  });

  it('invalidates a replaced login', async () => {
    await signIn();
    const { refresh_token = '' } = await readEntry();
    await signIn();
    const old = { grant_type: 'refresh_token', refresh_token, client_id: 'assay-cli' };
    expect(await issuer.form('/oauth/token', old)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await assay(['whoami'])).toMatchObject({ code: 0 });
  });

  it('ignores an answer with another state, and accepts the right one afterwards', async () => {
    const run = await beginLogin();
    const back = await issuer.authorize(ada, run.url);
    for (const state of [['guessed'], [], ['guessed', back.searchParams.get('state') ?? '']]) {
      const tampered = new URL(back);
      tampered.searchParams.delete('state');
      for (const each of state) tampered.searchParams.append('state', each);
      expect((await fetch(tampered)).status).toBe(400);
    }
    expect((await fetch(new URL('/favicon.ico', back))).status).toBe(404);
    expect((await fetch(back, { method: 'POST' })).status).toBe(404);
    expect((await fetch(back)).status).toBe(200);
    const { code, err } = await run.done;
    expect([code, err.match(/still waiting/g)?.length]).toEqual([0, 1]);
  });

  it.each([
    ['of another issuer', (url: URL) => url.searchParams.set('iss', 'https://mix-up.example')],
    ['of no issuer', (url: URL) => url.searchParams.delete('iss')],
  ])('does not use an answer %s', async (_title, tamper) => {
    const run = await beginLogin();
    const back = await issuer.authorize(ada, run.url);
    tamper(back);
    const page = await fetch(back);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('You are not signed in')]);
    expect(await run.done).toMatchObject({ code: 3, err: expect.stringContaining('it may come from somebody else') });
    await expect(readEntry()).rejects.toThrow();
  });

  it('reports a denial on the consent page, in the browser and here', async () => {
    const run = await beginLogin();
    const page = await fetch(await issuer.authorize(ada, run.url, 'no'));
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('was refused')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await run.done).toMatchObject({ code: 1, err: expect.stringContaining('was refused') });
  });

  it("shows the answer's text as text, in the browser and here", async () => {
    const run = await beginLogin();
    const back = new URL(run.url.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({
      error: 'server_error',
      error_description: '<script>alert(1)</script>\u001b[31m',
      iss: issuer.url,
      state: run.url.searchParams.get('state') ?? '',
    }).toString();
    expect(await (await fetch(back)).text()).not.toContain('<script>');
    expect((await run.done).err).not.toContain('\u001b[31m');
  });

  it('makes no login from an expired code', async () => {
    const run = await beginLogin();
    const back = await issuer.authorize(ada, run.url);
    issuer.verifier.clock.set(Date.now() + 61_000);
    expect((await fetch(back)).status).toBe(400);
    expect(await run.done).toMatchObject({ code: 3 });
    await expect(readEntry()).rejects.toThrow();
  });

  it('reports a taken port, and ends by Ctrl-C without a trace', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refused = await assay(['login', '--no-browser', '--port', String(port)]);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Port ${port} of this machine is used by another program`),
    });
    taken.close();
    const stop = new AbortController();
    const run = await beginLogin([], stop.signal);
    stop.abort();
    expect((await run.done).code).toBe(130);
    await expect(fetch(run.url.searchParams.get('redirect_uri') ?? '')).rejects.toThrow();
  });

  it("uses only https, except on this machine, and the issuer's own name", async () => {
    const far = await startFake(['login', '--verifier', 'http://assay.example'], { env: { XDG_CONFIG_HOME: folder } })
      .done;
    expect(far).toMatchObject({ code: 2, err: expect.stringContaining('requires https') });
    const other = issuer.url.replace('127.0.0.1', 'localhost');
    const named = await startFake(['login', '--verifier', other], { env: { XDG_CONFIG_HOME: folder } }).done;
    expect(named).toMatchObject({ code: 2, err: expect.stringContaining(`--verifier ${issuer.url}`) });
    expect(await startFake(['login', '--verifier', issuer.url]).done).toMatchObject({
      code: 2,
      err: expect.stringContaining('HOME'),
    });
  });
});

describe('a login between commands', () => {
  it('is renewed in time, with a new refresh token each time', async () => {
    await signIn();
    const before = await readEntry();
    await change({ ...before, expires_at: expired });
    expect(await assay(['whoami'])).toMatchObject({ code: 0 });
    const after = await readEntry();
    expect(after['access_token']).not.toBe(before['access_token']);
    expect(after['refresh_token']).not.toBe(before['refresh_token']);
    expect(Date.parse(after['expires_at'] ?? '')).toBeGreaterThan(Date.now());
  });

  it('is renewed by one of many concurrent commands, and all of them continue', async () => {
    await signIn();
    await change({ ...(await readEntry()), expires_at: expired });
    const runs = await Promise.all(Array.from({ length: 8 }, () => assay(['whoami'])));
    expect(runs.map(({ code, err }) => [code, err])).toEqual(Array.from({ length: 8 }, () => [0, '']));
    // A second use of the refresh token would have ended the login.
    await change({ ...(await readEntry()), expires_at: expired });
    expect(await assay(['whoami'])).toMatchObject({ code: 0 });
  });

  it('is renewed by one of several processes', async () => {
    await signIn();
    await change({ ...(await readEntry()), expires_at: expired });
    const { PATH: path = '' } = process.env;
    const env = { PATH: path, XDG_CONFIG_HOME: folder };
    const launch = async () => {
      const child = spawn(process.execPath, [bin, 'whoami', '--verifier', issuer.url], { env, stdio: 'ignore' });
      return (await once(child, 'exit'))[0];
    };
    expect(await Promise.all([launch(), launch(), launch()])).toEqual([0, 0, 0]);
    await change({ ...(await readEntry()), expires_at: expired });
    expect(await assay(['whoami'])).toMatchObject({ code: 0 });
  }, 60_000);

  it('reports its end, and nobody continues as somebody else', async () => {
    await signIn();
    await change({ ...(await readEntry()), refresh_token: 'gone', expires_at: expired });
    const env = { ASSAY_DATA_DIR: issuer.verifier.testDb.dataDir };
    for (const args of [['whoami'], ['person', 'list']]) {
      expect(await assay(args, env)).toMatchObject({
        code: 3,
        err: expect.stringMatching(/has ended .*Run assay login/),
      });
    }
  });

  it('ranks after the environment and before the operator token of the data folder', async () => {
    const env = { ASSAY_DATA_DIR: issuer.verifier.testDb.dataDir };
    expect(await assay(['org', 'list'], env)).toMatchObject({ code: 0 });
    await signIn('--scope', 'agents:read');
    expect(await assay(['org', 'list'], env)).toMatchObject({ code: 3 });
    const operator = (await readFile(join(env.ASSAY_DATA_DIR, 'operator-token'), 'utf8')).trim();
    const named = await assay(['whoami'], { ASSAY_ACCESS_TOKEN: operator });
    expect(named.out).toMatch(/^you are +operator$/m);
    expect(named.out).toMatch(/^shown +ASSAY_ACCESS_TOKEN$/m);
  });

  it('is refused from a file that others can read, or a broken one', async () => {
    await signIn();
    await chmod(file, 0o640);
    expect(await assay(['whoami'])).toMatchObject({ code: 2, err: expect.stringContaining('Others can read') });
    await chmod(file, 0o600);
    await writeFile(file, '{"version":1,"logins":{"x":1}}');
    expect(await assay(['whoami'])).toMatchObject({ code: 2, err: expect.stringContaining('sign in again') });
  });

  it('is removed even when the verifier is unreachable', async () => {
    await signIn();
    const entry = await readEntry();
    const url = 'http://127.0.0.1:1';
    await writeFile(file, JSON.stringify({ version: 1, logins: { [url]: entry } }));
    const env = { XDG_CONFIG_HOME: folder };
    const gone = await startFake(['logout', '--verifier', url], { env }).done;
    expect(gone).toMatchObject({
      code: 3,
      err: expect.stringContaining('removed from this machine, but could not be ended'),
    });
    expect(await readFile(file, 'utf8')).not.toContain(entry['refresh_token']);
  });
});

describe('assay login of a machine', () => {
  it.each(['secret', 'key'])('by a %s, requested again when the token ends', async (by) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
    const body = { id: `machine-${by}`, ...(by === 'key' ? { jwks } : {}) };
    const { body: agent } = await issuer.verifier.admin('POST', '/v1/agents', body);
    const [clientId, secret] = [String(agent['client_id']), String(agent['client_secret'])];
    const proof = join(folder, by);
    const jwk = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'k1', alg: 'ES256' });
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(proof, by === 'key' ? jwk : `${secret}\n`, { mode: 0o600 });
    const option = by === 'key' ? '--key-file' : '--client-secret-file';
    const made = await assay(['login', '--client-id', clientId, option, proof]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`machine-${by}`) });
    expect(await readFile(file, 'utf8')).not.toContain(by === 'key' ? JSON.parse(jwk).d : secret);
    await change({ ...(await readEntry()), expires_at: expired });
    expect((await assay(['whoami'])).out).toMatch(/^kind +agent$/m);
    await rm(proof);
    await change({ ...(await readEntry()), expires_at: expired });
    expect(await assay(['whoami'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('the file or folder does not exist'),
    });
  });
});
