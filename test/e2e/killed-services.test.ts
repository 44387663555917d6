import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { ask, freePort, kill, type Load, startLoad, startOnly } from '../support/processes.ts';

const bin = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));
const auditorNames = ['injection', 'pii', 'secrets', 'toxicity'];
type Service = 'auditors' | 'attestor' | 'verifier' | 'gateway';

let folder: string;
let env: Record<string, string>;
let gateway: string;
let verifier: string;
const running = new Map<Service, Child>();
/** Ids of all acknowledged exchanges. */
const acknowledged = new Set<string>();

async function start(service: Service): Promise<void> {
  running.set(service, await startOnly(service, env));
}

async function killService(service: Service): Promise<void> {
  const child = running.get(service);
  if (child === undefined) throw new Error(`${service} is not running`);
  await kill(child);
}

/** Every service in its own process, on ports that it keeps across restarts. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-killed-'));
  const names = [...auditorNames, 'attestor', 'verifier', 'gateway'];
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  const urls = new Map(ports.map(([name, port]) => [name, `http://127.0.0.1:${port}`]));
  const chain = auditorNames.map((name) => ({ name, image: `assay/${name}`, port: 1, url: urls.get(name) }));
  await writeFile(join(folder, 'chain.json'), JSON.stringify({ chain }));
  gateway = urls.get('gateway') ?? '';
  verifier = urls.get('verifier') ?? '';
  env = {
    ...toFreePorts(),
    ...Object.fromEntries(ports.map(([name, port]) => [`${name.toUpperCase()}_PORT`, port])),
    ASSAY_DATA_DIR: folder,
    GATEWAY_CHAIN_FILE: join(folder, 'chain.json'),
    GATEWAY_ATTESTOR_URL: urls.get('attestor') ?? '',
    GATEWAY_VERIFIER_URL: verifier,
  };
  await Promise.all((['auditors', 'attestor', 'verifier'] as const).map(start));
  await start('gateway');
}, 120_000);

afterAll(async () => {
  for (const child of [...running.values()].toReversed()) await child.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const until = (check: () => number) => expect.poll(check, { timeout: 60_000, interval: 50 });
const getJson = async (url: string): Promise<unknown> => (await fetch(url)).json();
const health = () => getJson(`${gateway}/health`);

/** Runs a story under load; every answer counts as acknowledged. */
async function underLoad(story: (load: Load) => Promise<void>): Promise<Load> {
  const load = startLoad(gateway);
  try {
    await until(() => load.count(200)).toBeGreaterThan(20);
    await story(load);
  } finally {
    await load.stop();
    for (const { evidenceId, status } of load.answers) {
      if (evidenceId !== null && status < 500) acknowledged.add(evidenceId);
    }
  }
  return load;
}

const otherThan = (load: Load, ...statuses: number[]) =>
  load.answers.filter(({ status }) => !statuses.includes(status)).map(({ status, text }) => `${status} ${text}`);

describe('killed under load and restarted', () => {
  it('the attestor: 503 with Retry-After meanwhile; then its new key signs, in the same chain, without a restart', async () => {
    const load = await underLoad(async ({ count }) => {
      await killService('attestor');
      await until(() => count(503)).toBeGreaterThan(0);
      await expect.poll(health).toMatchObject({ ready: false });
      const before = count(200);
      await start('attestor');
      await until(() => count(200)).toBeGreaterThan(before + 20);
    });
    expect(otherThan(load, 200, 503)).toEqual([]);
    expect(load.answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([]);
    expect(await health()).toMatchObject({ ready: true });
  }, 180_000);

  it('the verifier: nobody notices, and the evidence waits for it', async () => {
    const load = await underLoad(async ({ count }) => {
      await killService('verifier');
      const before = count(200);
      await until(() => count(200)).toBeGreaterThan(before + 20);
      expect(await health()).toMatchObject({ ready: true });
      await start('verifier');
    });
    expect(otherThan(load, 200)).toEqual([]);
  }, 180_000);

  it('the auditors: denied meanwhile, naming them; allowed again when they are back', async () => {
    const load = await underLoad(async ({ count }) => {
      await killService('auditors');
      await until(() => count(403)).toBeGreaterThan(0);
      await start('auditors');
      const before = count(200);
      await until(() => count(200)).toBeGreaterThan(before + 20);
    });
    expect(otherThan(load, 200, 403)).toEqual([]);
    const denied = load.answers.filter(({ status }) => status === 403);
    expect(denied.filter(({ text }) => !/missing:\w+:(injection|pii|secrets|toxicity)/.test(text))).toEqual([]);
  }, 180_000);

  it('the gateway: connections break, and it continues at its last state, though signed but unstored records are lost', async () => {
    const load = await underLoad(() => killService('gateway'));
    expect(otherThan(load, 200)).toEqual([]);
    await start('gateway');
    // The attestor never signs another continuation of what it signed when the gateway died; its key is renewed meanwhile.
    const again = async () => {
      const { status, evidenceId } = await ask(gateway, 'after the kill');
      if (status === 200) acknowledged.add(String(evidenceId));
      return status;
    };
    await expect.poll(again, { timeout: 60_000 }).toBe(200);
  }, 180_000);
});

describe('after all of that', () => {
  it('the chain is intact, and an export of it is proven offline under every key', async () => {
    expect(await getJson(`${gateway}/v1/receipts/verify`)).toMatchObject({ chain_intact: true });
    const file = join(folder, 'export.jsonl');
    await writeFile(file, await (await fetch(`${gateway}/v1/receipts/export`)).text());
    const { code, out } = await verifyOffline(file);
    expect(out).toMatch(/receipt chain .* Intact/);
    // One of the first attestor, one of the second, and one of the restarted gateway; more if an answer of the attestor was too
    // late under this load, so that its key was renewed.
    const keys = [...out.matchAll(/key of the epoch from record \d+: (\w+)/g)].map(([, word]) => word);
    expect(new Set(keys)).toEqual(new Set(['Attested']));
    expect(keys.length).toBeGreaterThanOrEqual(3);
    expect(code).toBe(0);
  }, 60_000);

  it('the verifier has every answered exchange, signed by more than one key', async () => {
    const backlog = async () => Reflect.get(Object(Reflect.get(Object(await health()), 'forwarding')), 'backlog');
    await expect.poll(backlog, { timeout: 60_000, interval: 200 }).toBe(0);
    const kids = new Set<unknown>();
    for (const id of acknowledged) {
      const stored: unknown = await getJson(`${verifier}/v1/evidence/${id}`);
      expect(stored).toMatchObject({ evidence_id: id, receipt: { record: expect.any(String) } });
      kids.add(Reflect.get(Object(stored), 'kid'));
    }
    expect(acknowledged.size).toBeGreaterThan(80);
    expect(kids.size).toBeGreaterThanOrEqual(2);
  }, 120_000);
});

/** Runs `assay verify` as a holder of the data folder would. */
async function verifyOffline(file: string): Promise<{ code: number | null; out: string }> {
  const environment = { PATH: process.env['PATH'], ASSAY_DATA_DIR: folder };
  const child = spawn(process.execPath, [bin, 'verify', '-v', file], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  return { code, out };
}
