/** `--peer portkey`: the best-known TypeScript gateway, forwarding only, installed into a temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Child } from '../child.ts';

const version = '1.15.2';
const run = promisify(execFile);

/** Starts it and gives its URL; it stops with the other children. */
export async function startPortkey(
  folder: string,
  children: Child[],
  progress: (message: string) => void,
): Promise<string> {
  progress(`installing @portkey-ai/gateway@${version}`);
  await run('npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `@portkey-ai/gateway@${version}`,
  ]);
  const port = await freePort();
  const main = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const child = spawn(process.execPath, [main, '--headless', `--port=${port}`], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  children.push({
    line: undefined,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(url);
  return url;
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the peer did not answer within 10 s');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
