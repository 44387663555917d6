/** A command of a page that goes on until it is stopped, with everything that it starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

export interface GuideProcess {
  /** What it printed until now, on both outputs. */
  readonly output: () => string;
  /** Asks it to end, and waits for that. */
  readonly stop: () => Promise<void>;
}

/** Starts it, and waits until it printed this. @throws when it ends before */
export async function beginCommand(
  shell: string,
  prints: RegExp,
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<GuideProcess> {
  // A group of its own, because the shell and npm start others.
  const child = spawn('sh', ['-c', shell], { ...where, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  let hasEnded = false;
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
  });
  const stop = async () => {
    if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  try {
    await vi.waitUntil(() => hasEnded || prints.test(output));
    if (!prints.test(output)) throw new Error(`it ended without ${prints}`);
  } catch (cause) {
    await stop();
    throw new Error(`${shell}\n${output}`, { cause });
  }
  return { output: () => output, stop };
}
