import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../platform/log.ts';
import { type RunningVerifier, startVerifier } from './start.ts';
import { aGateway } from './test-verifier.ts';

const script = `
  const { startVerifier } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'start.ts')).href)});
  const verifier = await startVerifier(process.env);
  console.log(verifier.url);
`;

let dataDir: string;
let child: ChildProcess | undefined;
let again: RunningVerifier | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-kill-'));
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await again?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = () => ({
  ASSAY_DATA_DIR: dataDir,
  VERIFIER_PORT: '0',
  ASSAY_LOG_LEVEL: 'silent',
  VERIFIER_PASSPORT_RENEW_MS: '3600000',
});

async function startChild(): Promise<string> {
  const args = ['--import', 'tsx', '--conditions=assay-source', '--input-type=module', '-e', script];
  child = spawn(process.execPath, args, { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('the child has no output');
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return String(url);
}

async function countCovered(url: string): Promise<number> {
  const body: unknown = await (await fetch(`${url}/v1/passports`)).json();
  const items: unknown = Reflect.get(Object(body), 'items');
  if (!Array.isArray(items)) throw new Error('no passports');
  return items.reduce((sum, item) => sum + Number(Reflect.get(Object(item), 'evidence_count')), 0);
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

describe('a killed verifier', () => {
  it('loses nothing acknowledged, and issues due passports', async () => {
    const url = await startChild();
    const gateway = await aGateway();
    await post(`${url}/v1/attestations`, { key_attestation: gateway.attestation });
    const sent = Array.from({ length: 60 }, () => gateway.evidence());
    const acknowledged: string[] = [];
    for (let from = 0; from < sent.length; from += 20) {
      const batch = sent.slice(from, from + 20);
      await post(`${url}/v1/evidence`, { items: batch.map(({ jws }) => ({ jws })) });
      acknowledged.push(...batch.map(({ jws }) => jws));
    }
    child?.kill('SIGKILL');
    if (child !== undefined) await once(child, 'exit');

    again = await startVerifier(settings(), createLogger({ service: 'verifier', level: 'silent' }));
    const items = sent.map(({ jws }) => ({ jws }));
    expect(acknowledged).toHaveLength(60);
    expect(await post(`${again.url}/v1/evidence`, { items })).toEqual({
      results: sent.map(({ evidence }) => ({ evidence_id: evidence.evidence_id, status: 'known' })),
    });
    expect(await countCovered(again.url)).toBe(60);
  }, 120_000);

  it('does not let a second process into its data folder while it runs', async () => {
    expect(again).toBeDefined();
    await expect(startVerifier(settings(), createLogger({ service: 'verifier', level: 'silent' }))).rejects.toThrow(
      'another process uses this data folder',
    );
  });
});
