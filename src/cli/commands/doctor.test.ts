import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSettings } from '../../service-settings.ts';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';
import { lookAtClock, lookAtTee, lookAtUpstream, lookAtVersions } from '../doctor/machine.ts';
import { askHealth, lookAtPorts } from '../doctor/ports.ts';
import { lookAtProtection } from '../doctor/settings.ts';

let folder: string;
const services: FakeService[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  await rm(folder, { recursive: true });
});

async function serve(...args: Parameters<typeof serveFake>): Promise<FakeService> {
  const service = await serveFake(...args);
  services.push(service);
  return service;
}

/** Ports of no service are asked for, so that running ones do not matter. */
const noPorts = Object.fromEntries(
  'GATEWAY VERIFIER ATTESTOR MCP_GATEWAY INJECTION TOXICITY PII SECRETS GROUNDEDNESS FAIRNESS WATERMARK MODEL_SECURITY SOVEREIGNTY'
    .split(' ')
    .map((name) => [`${name}_PORT`, '0']),
);

function run(env: Record<string, string> = {}, args: string[] = []) {
  return runFake(['doctor', ...args], { env: { ...noPorts, ASSAY_DATA_DIR: join(folder, 'data'), ...env } });
}

describe('assay doctor', () => {
  it('exits 0 on a machine where Assay can run, and says of each note what to do', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toContain('is made at the first start');
    expect(out).toContain('the built-in echo model answers');
    const lines = out.split('\n');
    const notes = lines.flatMap((line, at) => (line.startsWith('! ') || line.startsWith('✗ ') ? [at] : []));
    expect(notes.length).toBeGreaterThan(3);
    for (const at of notes) expect(lines[at + 1]).toMatch(/^ +→ \S/);
    expect(out).toContain('Assay can run;');
  });

  it('changes nothing: a folder that is not there is not made', async () => {
    await run();
    await expect(mkdir(join(folder, 'data'))).resolves.toBeUndefined();
  });

  it('names every wrong variable and exits 1', async () => {
    const { code, out } = await run({ GATEWAY_MODE: 'obsrve', VERIFIER_PORT: 'x', GATEWAY_MDE: '1' });
    expect(code).toBe(1);
    expect(out).toMatch(/✗ configuration +GATEWAY_MODE must be enforce or observe/);
    expect(out).toMatch(/✗ configuration +VERIFIER_PORT must be a whole number/);
    expect(out).toMatch(/! configuration +unknown variables are ignored: GATEWAY_MDE/);
  });

  it('never shows a secret', async () => {
    const secret = 'short-secret';
    const { out } = await run({ ASSAY_ACCESS_TOKEN: secret, VERIFIER_KEK: secret });
    expect(out).not.toContain(secret);
  });

  it('prints the findings as JSON', async () => {
    const { out } = await run({}, ['--json']);
    expect(JSON.parse(out).findings[0]).toMatchObject({ verdict: 'good', subject: 'versions' });
  });

  it('says whose folder can be read by others, or is a file', async () => {
    const data = join(folder, 'data');
    await mkdir(data);
    await chmod(data, 0o755);
    expect((await run()).out).toMatch(/! data folder +other users can read/);
    await rm(data, { recursive: true });
    await writeFile(data, '');
    expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('is no folder') });
  });

  it('finds a port that another program holds, and names the variable', async () => {
    const other = createServer((socket) => socket.destroy());
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, out } = await run({ GATEWAY_PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`✗ port ${port} +gateway cannot start: another program listens there`));
    expect(out).toContain('choose another port with GATEWAY_PORT');
  });
});

describe('a port', () => {
  const look = (url: string) => {
    const port = { service: 'gateway', variable: 'GATEWAY_PORT', host: '127.0.0.1', port: Number(new URL(url).port) };
    return lookAtPorts([port], askHealth);
  };

  it('that Assay holds is good while it is ready, and else says why not', async () => {
    const health = { status: 'healthy', service: 'gateway', version: '9', ready: true };
    const ready = await serve((_request, response) => sendJson(response, 200, health));
    expect((await look(ready.url)).findings).toMatchObject([{ verdict: 'good' }]);
    expect((await look(ready.url)).running).toMatchObject([{ service: 'gateway', version: '9' }]);
    const denying = { ...health, ready: false, problems: [{ reason: 'denying' }] };
    const unready = await serve((_request, response) => sendJson(response, 200, denying));
    expect((await look(unready.url)).findings).toMatchObject([
      { verdict: 'bad', text: expect.stringContaining('not ready: denying') },
    ]);
  });

  it('that answers something else is another program', async () => {
    const { url } = await serve((_request, response) => response.end('<html>'));
    expect((await look(url)).findings).toMatchObject([
      { verdict: 'bad', text: expect.stringContaining('another program') },
    ]);
  });
});

describe('the machine', () => {
  it('has a clock that is compared with others, within the time that tokens allow', () => {
    const at = (difference: number) =>
      lookAtClock(0, [
        { name: 'a', nowMs: 0 },
        { name: 'b', nowMs: difference },
      ]).verdict;
    expect([at(29_000), at(-31_000), at(31_000)]).toEqual(['good', 'bad', 'bad']);
    expect(lookAtClock(0, []).verdict).toBe('unknown');
  });

  it('needs Node.js 20.19, and names services of another version', () => {
    const at = (node: string) => lookAtVersions({ own: '1', node }, [])[0]?.verdict;
    expect([at('v20.18.9'), at('v20.19.0'), at('v18.99.0'), at('v22.0.0')]).toEqual(['bad', 'good', 'bad', 'good']);
    const running = { service: 'gateway', version: '2', isReady: true, problems: [], nowMs: undefined };
    expect(lookAtVersions({ own: '1', node: 'v22.0.0' }, [running])[1]).toMatchObject({ verdict: 'note' });
  });

  it('has a model server that answers, or not', async () => {
    const { url } = await serve((_request, response) => response.writeHead(404).end());
    const settings = (to: string) => findSettings({ GATEWAY_UPSTREAM_URL: to }).settings;
    expect((await lookAtUpstream(settings(url))).findings).toMatchObject([{ verdict: 'good' }]);
    const away = await lookAtUpstream(settings('http://127.0.0.1:1'));
    expect(away.findings).toMatchObject([{ verdict: 'bad', advice: expect.stringContaining('GATEWAY_UPSTREAM_URL') }]);
  });

  it('has hardware for attestation, or says what software means', async () => {
    const tee = async (env: Record<string, string>) => (await lookAtTee(findSettings(env).settings))[0]?.verdict;
    const none = join(folder, 'none');
    expect(await tee({ ATTESTOR_TSM_PATH: none })).toBe('note');
    expect(await tee({ ATTESTOR_TSM_PATH: folder })).toBe('good');
    expect(await tee({ ATTESTOR_TSM_PATH: none, ATTESTOR_TEE: 'tdx' })).toBe('bad');
    expect(await tee({ ATTESTOR_TSM_PATH: none, ATTESTOR_TEE: 'nitro' })).toBe('bad');
  });
});

describe('what is not protected', () => {
  const subjects = (env: Record<string, string>) => lookAtProtection(findSettings(env)).map(({ subject }) => subject);

  it('is listed by setting', () => {
    const open = {
      GATEWAY_MODE: 'observe',
      GATEWAY_WITNESS: 'off',
      GATEWAY_STREAM_MODE: 'pass',
      GATEWAY_HOST: '0.0.0.0',
    };
    const found = subjects({ ...open, MCP_GATEWAY_MTLS_ENABLED: 'false' });
    for (const subject of [
      'callers',
      'mode',
      'witness',
      'streams',
      'GATEWAY_HOST',
      'stored secrets',
      'calls between services',
    ])
      expect(found).toContain(subject);
  });

  it('is nothing where all is set', () => {
    const closed = { ASSAY_AUTHENTICATION: 'required', ASSAY_ENV: 'production', VERIFIER_KEK: 'k'.repeat(64) };
    expect(subjects(closed)).toEqual(['protection']);
  });
});
