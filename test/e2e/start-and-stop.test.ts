/** `npm start` as people use it: on a terminal, and in the background. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toStart } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { runFake } from '../../src/cli/cli.fake.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;
const program = [process.execPath, ...toStart('src/main.ts')];

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-start-'));
  env = { ...toFreePorts(), PATH: process.env['PATH'] ?? '', ASSAY_DATA_DIR: join(folder, 'data') };
});
afterEach(async () => {
  await runFake(['stop', '--now'], { env });
  await rm(folder, { recursive: true, force: true });
});

function collect(child: ChildProcess): { text: string; said: (pattern: RegExp) => Promise<void> } {
  const seen = { text: '' };
  const take = (chunk: Buffer): void => {
    seen.text += chunk.toString('utf8');
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const said = (pattern: RegExp) => expect.poll(() => seen.text, { timeout: 120_000 }).toMatch(pattern);
  return Object.assign(seen, { said });
}

// Linux has the program that makes a terminal.
describe.skipIf(!hasScript)('on a terminal', () => {
  it('shows a screen without JSON, and ends by Ctrl-C', async () => {
    const command = ['exec', ...[...program, '--only', 'injection'].map((part) => `'${part}'`)].join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const exited = once(child, 'close');
    const seen = collect(child);
    await seen.said(/Ctrl-C ends it/);
    child.stdin.write('\u0003');
    const [code] = await exited;
    expect(code).toBe(0);
    expect(seen.text).toContain('Stopped.');
    expect(seen.text).not.toContain('{"');
  }, 180_000);

  it('shows a wrong option without a stack', async () => {
    const command = [...program, '--port', '3'].map((part) => `'${part}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const seen = collect(child);
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(seen.text).toContain('GATEWAY_PORT');
    expect(seen.text).not.toMatch(/^\s+at /m);
  }, 180_000);
});

// Windows has no signals, and tells no start times.
describe.skipIf(process.platform === 'win32')('in the background', () => {
  const startInBackground = async (change: Record<string, string> = {}) => {
    const [node = '', ...args] = [...program, '--only', 'injection', '--background'];
    const child = spawn(node, args, { cwd: root, env: { ...env, ...change }, stdio: ['ignore', 'pipe', 'pipe'] });
    const seen = collect(child);
    const [code] = await once(child, 'close');
    return { code, text: seen.text };
  };

  it('goes on after the start has returned, is shown by status, and ended by stop', async () => {
    const started = await startInBackground();
    expect(started).toMatchObject({ code: 0, text: expect.stringContaining('runs in the background (process ') });
    const shown = await runFake(['status', '--json'], { env });
    expect(shown.code).toBe(0);
    const { processes } = JSON.parse(shown.out);
    expect(processes).toMatchObject([{ services: [{ name: 'injection', ready: true, problems: [] }] }]);
    expect(started.text).toContain(`process ${processes[0].pid}`);

    const stopped = await runFake(['stop'], { env });
    expect(stopped).toMatchObject({ code: 0, out: expect.stringContaining('Assay has stopped (process ') });
    await expect(fetch(`${processes[0].services[0].url}/health`)).rejects.toThrow();
    const after = await runFake(['status'], { env });
    expect(after).toMatchObject({ code: 1, out: expect.stringContaining('No Assay runs on ') });
  }, 180_000);

  it('says why it could not start', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    server.on('connection', (socket) => socket.destroy());
    const { code, text } = await startInBackground({ INJECTION_PORT: port });
    server.close();
    expect(code).toBe(2);
    expect(text).toContain(`port ${port} is in use by another program. Stop it, or set INJECTION_PORT`);
  }, 180_000);
});

it('a first start logs no 404', async () => {
  const [node = '', ...args] = [...program, '--background'];
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(await readFile(join(folder, 'data', 'assay.log'), 'utf8')).not.toContain('"status":"404"');
}, 180_000);
