import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { openDataDir } from '../platform/data-dir.ts';
import { createLogger } from '../platform/log.ts';
import { loadAttestorConfig } from './config.ts';
import { attestorTokenFile, type RunningAttestor, startAttestor } from './start.ts';

const log = createLogger({ service: 'attestor', level: 'silent' });
let folder: string;
let running: RunningAttestor;

async function start(env: Record<string, string> = {}, at = folder): Promise<RunningAttestor> {
  const config = loadAttestorConfig({ ATTESTOR_PORT: '0', ...env });
  return startAttestor({
    config,
    dataDir: await openDataDir(at),
    clock: systemClock,
    randomBytes,
    log,
    build: 'test',
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attestor-'));
  running = await start();
});

afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const tokenFile = () => join(folder, attestorTokenFile);

async function post(path: string, token: string | undefined, url = running.url): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  const body = JSON.stringify({ evidence: [], records: [], nonce: 'A'.repeat(43) });
  return fetch(`${url}${path}`, { method: 'POST', headers, body });
}

describe('metrics', () => {
  const read = (url: string, token?: string) =>
    fetch(`${url}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

  it('are read on loopback without a credential, as at the other services; signing is not', async () => {
    const answer = await read(running.url);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('http_request')]);
    expect((await post('/v1/sign/receipts', undefined)).status).toBe(401);
  });

  it('are read with the operator token where a credential is needed, which signs nothing', async () => {
    const own = await mkdtemp(join(tmpdir(), 'attestor-metrics-'));
    const closed = await start({ ASSAY_AUTHENTICATION: 'required' }, own);
    try {
      const operator = (await readFile(join(own, 'operator-token'), 'utf8')).trim();
      const secret = await readFile(join(own, attestorTokenFile), 'utf8');
      const tried = [undefined, `${operator.slice(0, -1)}_`, operator, secret];
      const statuses = await Promise.all(tried.map(async (token) => (await read(closed.url, token)).status));
      expect(statuses).toEqual([401, 401, 200, 200]);
      expect((await post('/v1/sign/receipts', operator, closed.url)).status).toBe(401);
    } finally {
      await closed.close();
      await rm(own, { recursive: true });
    }
  });
});

describe('access to signing', () => {
  it.each([
    ['/v1/sign/exchanges', 409],
    ['/v1/sign/receipts', 200],
    ['/v1/attest', 200],
  ])('%s needs the secret of this start', async (path, status) => {
    const token = await readFile(tokenFile(), 'utf8');
    expect((await post(path, undefined)).status).toBe(401);
    expect((await post(path, `${token.slice(0, -1)}_`)).status).toBe(401);
    expect((await post(path, token)).status).toBe(status);
  });

  it('the secret is for its owner only', async () => {
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
  });

  it('the secret of an earlier start is invalid', async () => {
    const old = await readFile(tokenFile(), 'utf8');
    await running.close();
    running = await start();
    expect((await post('/v1/sign/exchanges', old)).status).toBe(401);
  });

  it('a web page cannot reach it by DNS rebinding', async () => {
    const { hostname, port } = new URL(running.url);
    const answer = await fetch(`http://${hostname}:${port}/v1/identity`, { headers: { origin: 'http://evil.test' } });
    expect(answer.status).toBe(403);
  });
});

describe('an invalid signing request', () => {
  it.each([
    ['truncated JSON', '{"evidence":[', 400],
    ['an empty body', '', 400],
    ['a wrong type', '{"evidence":"all","records":5}', 400],
    ['NaN', '{"evidence":[NaN],"records":[NaN]}', 400],
    ['no evidence', '{"evidence":[null],"records":[null]}', 409],
    [
      'deep nesting',
      `{"evidence":${'['.repeat(99)}${']'.repeat(99)},"records":${'['.repeat(99)}${']'.repeat(99)}}`,
      400,
    ],
    [
      'very deep nesting',
      `{"evidence":${'['.repeat(1e5)}${']'.repeat(1e5)},"records":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      400,
    ],
    ['U+0000 and a lone surrogate', '{"evidence":[null],"records":["\\u0000\\ud800"]}', 409],
    ['Evidence with a lone surrogate for its shape', '{"evidence":["\\ud800"],"records":[null]}', 400, 409],
  ])('%s is refused, and nothing is signed', async (_name, body, exchanges, receipts = exchanges) => {
    const authorization = `Bearer ${await readFile(tokenFile(), 'utf8')}`;
    const headers = { 'content-type': 'application/json', authorization };
    const paths = { '/v1/sign/exchanges': exchanges, '/v1/sign/receipts': receipts };
    for (const [path, status] of Object.entries(paths)) {
      const answer = await fetch(`${running.url}${path}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(status);
      expect(await answer.text()).not.toContain('signatures');
    }
  });
});

describe('the identity of the key', () => {
  it('is public, in a key set and in the identity', async () => {
    const identity: unknown = await (await fetch(`${running.url}/v1/identity`)).json();
    const jwks: unknown = await (await fetch(`${running.url}/.well-known/jwks.json`)).json();
    const { kid, jwk, keyAttestationHash } = running.attestor;
    expect(identity).toMatchObject({ kid, jwk, kind: 'software', key_attestation_hash: keyAttestationHash });
    expect(jwks).toEqual({ keys: [{ ...jwk, kid, alg: 'EdDSA', use: 'sig' }] });
  });

  it('is named by health', async () => {
    const health: unknown = await (await fetch(`${running.url}/health`)).json();
    expect(health).toMatchObject({ status: 'healthy', ready: true, kind: 'software', kid: running.attestor.kid });
  });
});

describe('a configured secret', () => {
  it('replaces the one of the start, and must be long', async () => {
    const token = 'a secret of more than thirty-two characters';
    const other = await start({ ATTESTOR_TOKEN: token });
    const answer = await fetch(`${other.url}/v1/sign/receipts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-assay-key': token },
      body: JSON.stringify({ records: [] }),
    });
    await other.close();
    expect(await answer.json()).toEqual({ signatures: [] });
    await expect(start({ ATTESTOR_TOKEN: 'short' })).rejects.toMatchObject({ code: 'config' });
  });
});
