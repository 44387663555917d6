/** The fuzzer: schemathesis from PyPI, in a virtual environment below the temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const version = '4.32.5';

/** Installs it if missing. @throws Error that says what is missing. */
export async function installSchemathesis(): Promise<string> {
  const folder = join(tmpdir(), `assay-schemathesis-${version}`);
  const command = join(folder, 'bin/schemathesis');
  if (existsSync(command)) return command;
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]);
    return command;
  } catch (cause) {
    throw new Error(`schemathesis ${version} cannot be installed: it needs python3 with venv and PyPI`, { cause });
  }
}

export interface Fuzzing {
  readonly document: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Generated requests per operation. */
  readonly examples: number;
  readonly seed: number;
  /** Folder of its reports. */
  readonly folder: string;
}

/**
 * Checks of answers that are wrong for any request, and conformance to the document; not the refusal of every invalid request.
 */
const checks = 'not_a_server_error,ignored_auth,response_schema_conformance,content_type_conformance';

/** @returns its output; its event report has the findings. */
export async function fuzz(command: string, fuzzing: Fuzzing): Promise<string> {
  const { document, url, headers, examples, seed, folder } = fuzzing;
  const shown = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const args = [
    ...['run', document, '--url', url, '--checks', checks, '--phases', 'examples,coverage,fuzzing', '--no-color'],
    ...['--max-examples', String(examples), '--seed', String(seed), '--request-timeout', '20', '--no-shrink'],
    ...['--continue-on-failure', '--suppress-health-check', 'all', '--warnings', 'off', '--workers', '2'],
    ...['--generation-database', 'none', '--report', 'ndjson', '--report-dir', folder, ...shown],
  ];
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-200_000);
    });
  }
  await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return text;
}
