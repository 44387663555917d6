import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';

let folder: string;
const children: Child[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-thread-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) await child.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Like `npm start`: everything in one process, the verifier in its own thread. */
async function start(env: Record<string, string> = {}): Promise<Child> {
  const child = await startChild('src/main.ts', [], {
    ...toFreePorts(),
    ASSAY_DATA_DIR: folder,
    ASSAY_LOG_LEVEL: 'silent',
    ...env,
  });
  children.push(child);
  return child;
}

async function ask(child: Child): Promise<string | null> {
  const response = await fetch(`${textOf(child.line, 'urls', 'gateway')}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'hello' }] }),
  });
  await response.text();
  return response.headers.get('x-assay-evidence-id');
}

const statusOf = async (child: Child, id: string | null) =>
  (await fetch(`${textOf(child.line, 'urls', 'verifier')}/v1/evidence/${id}`)).status;

describe('the verifier of npm start', () => {
  it('stores the evidence, and keeps it over a clean stop and a start', async () => {
    const first = await start();
    const id = await ask(first);
    await expect.poll(() => statusOf(first, id), { timeout: 30_000 }).toBe(200);
    await first.stop();
    const second = await start();
    expect(await statusOf(second, id)).toBe(200);
  }, 120_000);

  it('without its port ends the start with a sentence that names it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await expect(start({ VERIFIER_PORT: port })).rejects.toThrow(`port ${port} is in use`);
    server.close();
  }, 120_000);

  it('with a wrong configuration ends the start with a sentence that names the variable', async () => {
    await expect(start({ VERIFIER_PORT: 'http' })).rejects.toThrow(/error: VERIFIER_PORT must be (?!.*\n\s+at )/s);
  }, 120_000);
});
