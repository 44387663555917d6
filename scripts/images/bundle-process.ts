/** Starts bundles as processes for tests, with their own environment, outside the repository. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BundleProcess {
  /** Address of each service, from the first line on standard output. */
  readonly urls: Readonly<Record<string, string>>;
  /** Asks it to stop and gives its exit code. */
  stop(): Promise<number | null>;
}

export interface BundleRun {
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Module to run; `main.mjs` if absent. */
  readonly module?: string;
}

/** Starts a bundle and waits until it answers. @throws Error with its output if it ends before. */
export async function startBundle(run: BundleRun): Promise<BundleProcess> {
  const child = spawnBundle(run);
  const exited = exitOf(child);
  const output = collectText(child);
  const ready = firstLine(child);
  const line = await Promise.race([ready, exited.then(() => undefined)]);
  if (line === undefined) throw new Error(`${run.folder} ended before it answered: ${output()}`);
  const { urls } = JSON.parse(line);
  return {
    urls,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Runs a bundle to its end. */
export async function runBundle(run: BundleRun): Promise<{ code: number | null; output: string }> {
  const child = spawnBundle(run);
  const output = collectText(child);
  const code = await exitOf(child);
  return { code, output: output() };
}

/** Passes only these variables, without loader and condition, like a container engine. */
function spawnBundle({ folder, cwd, env, args = [], module = 'main.mjs' }: BundleRun): ChildProcess {
  const file = join(folder, module);
  return spawn(process.execPath, [file, ...args], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  await once(child, 'close');
  return child.exitCode;
}

function collectText(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(String(chunk)));
  return () => chunks.join('');
}

/** Reads the line with the addresses; logs may precede it. */
function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('the process has no standard output');
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(line);
    });
  });
}
