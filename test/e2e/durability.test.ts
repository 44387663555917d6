import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';

let folder: string;
const children: Child[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-durability-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) await child.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startAll(): Promise<Child> {
  const env = toFreePorts();
  const child = await startChild('src/main.ts', [], { ...env, ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'fatal' });
  children.push(child);
  return child;
}

/** Sends until the gateway is gone; gives the ids of all exchanges with a complete answer. */
async function loadUntilGone(url: string, onAnswer: (count: number) => void): Promise<string[]> {
  const acknowledged: string[] = [];
  const worker = async (name: number) => {
    for (let index = 0; ; index += 1) {
      try {
        const response = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'echo',
            messages: [{ role: 'user', content: `worker ${name} says ${index}` }],
          }),
        });
        await response.text();
        acknowledged.push(response.headers.get('x-assay-evidence-id') ?? 'none');
        onAnswer(acknowledged.length);
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => worker(name)));
  return acknowledged;
}

it('kill -9 of everything under load loses nothing acknowledged', async () => {
  const acknowledged: string[] = [];
  for (const killAfter of [30, 75]) {
    const child = await startAll();
    const kill = (count: number) => {
      if (count === killAfter) process.kill(child.pid, 'SIGKILL');
    };
    acknowledged.push(...(await loadUntilGone(textOf(child.line, 'urls', 'gateway'), kill)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(105);

  const child = await startAll();
  const gateway = textOf(child.line, 'urls', 'gateway');
  const verifier = textOf(child.line, 'urls', 'verifier');
  const verified = await (await fetch(`${gateway}/v1/receipts/verify`)).json();
  expect(verified).toMatchObject({ chain_intact: true });

  const waiting = async () => {
    const health = JSON.parse(await (await fetch(`${gateway}/health`)).text());
    return health.forwarding.backlog;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);
  for (const id of acknowledged) {
    const response = await fetch(`${verifier}/v1/evidence/${id}`);
    expect(response.status, id).toBe(200);
    await response.text();
  }
}, 180_000);
