/** Runs the server scenarios of the public MCP conformance suite, if installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SuiteCheck {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly errorMessage: string | undefined;
}

export interface SuiteRun {
  readonly exitCode: number | null;
  /** Complete output of the suite. */
  readonly output: string;
  readonly checks: readonly SuiteCheck[];
}

export function runServerSuite(folder: string, args: readonly string[]): Promise<SuiteRun> {
  return runSuite(folder, 'server', args);
}

/**
 * `folder` has `node_modules` with the suite, and beside it a newer Node if needed. `env`: additional variables for the commands
 * that the suite starts.
 */
export async function runSuite(
  folder: string,
  side: 'server' | 'client',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> {
  const results = await mkdtemp(join(tmpdir(), 'assay-mcp-suite-'));
  try {
    const modules = join(folder, 'node_modules');
    const beside = join(modules, '.bin', 'node');
    const main = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
    const node = existsSync(beside) ? beside : process.execPath;
    const suite = spawn(node, [main, side, ...args, '--output-dir', results], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const said: string[] = [];
    for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
    const [exitCode] = await once(suite, 'close');
    return { exitCode, output: said.join(''), checks: await readChecks(results) };
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function readChecks(results: string): Promise<SuiteCheck[]> {
  const checks: SuiteCheck[] = [];
  for (const file of await readdir(results, { recursive: true })) {
    if (!file.endsWith('checks.json')) continue;
    const scenario = /server-(.*)-\d{4}-\d\d-\d\dT/.exec(file)?.[1] ?? file;
    const found: SuiteCheck[] = JSON.parse(await readFile(join(results, file), 'utf8'));
    checks.push(...found.map(({ id, status, errorMessage }) => ({ scenario, id, status, errorMessage })));
  }
  return checks;
}

/** Checks that neither passed nor are informational. */
export function findFailures(checks: readonly SuiteCheck[]): SuiteCheck[] {
  return checks.filter(({ status }) => !['SUCCESS', 'INFO', 'SKIPPED'].includes(status));
}
