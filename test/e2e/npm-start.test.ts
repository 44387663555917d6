import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let npm: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-npm-'));
});

afterEach(async () => {
  endGroup();
  await rm(folder, { recursive: true, force: true });
});

/** Ends everything that npm started, by its process group. */
function endGroup(): void {
  try {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return String(JSON.parse(line).urls.injection);
  }
  throw new Error('npm start ended before it was ready');
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status,
    () => 'gone',
  );

// Windows has no signals, and npm has no shell there that forwards them.
it.skipIf(process.platform === 'win32')(
  'SIGTERM to npm alone stops what npm start runs',
  async () => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_LOG_LEVEL: 'silent',
      INJECTION_PORT: '0',
    };
    const args = ['start', '--', '--only', 'injection'];
    npm = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const ended = once(npm, 'exit');
    const url = await readyUrl(npm);
    expect(await answers(url)).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => answers(url), { timeout: 15_000, interval: 100 }).toBe('gone');
  },
  60_000,
);
