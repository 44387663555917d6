/** Starts a TypeScript file as a process and waits for its first line of JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** The first line of standard output, parsed. */
  readonly line: unknown;
  readonly pid: number;
  stop(): Promise<void>;
}

/** As in `npm start`: the short-lived objects of many concurrent exchanges fit, so that fewer are promoted. */
const flags = ['--max-semi-space-size=32'];
const root = fileURLToPath(new URL('..', import.meta.url));

/** Gives Node's arguments for a source file: its bundle if tests made one (`test/bundle-services.ts`). */
export function toStart(file: string, folder = process.env['ASSAY_TEST_BUNDLES'] ?? ''): readonly string[] {
  const name = relative(root, resolve(root, file)).replaceAll('/', '-').replace(/\.ts$/, '.mjs');
  const bundle = folder === '' ? undefined : join(folder, name);
  return bundle !== undefined && existsSync(bundle) ? [bundle] : ['--import', 'tsx', '--conditions=assay-source', file];
}

/** @throws Error with the process's standard error if it ends before its first line. */
export async function startChild(
  file: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Child> {
  const child = spawn(process.execPath, [...flags, ...toStart(file, env['ASSAY_TEST_BUNDLES']), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-4_000);
  });
  const line = await firstLine(child, () => complaints);
  return {
    line,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Runs a file to its end and gives its line of JSON. */
export async function runChild(file: string, args: readonly string[]): Promise<unknown> {
  const child = await startChild(file, args);
  await child.stop();
  return child.line;
}

function firstLine(child: ChildProcess, complaints: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no standard output'));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line));
    });
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}: ${complaints()}`)));
  });
}

/** Gives a member of a parsed line. */
export function textOf(line: unknown, ...path: readonly string[]): string {
  let value: unknown = line;
  for (const name of path) value = Reflect.get(Object(value), name);
  if (typeof value !== 'string') throw new Error(`the process did not report its ${path.join('.')}`);
  return value;
}
