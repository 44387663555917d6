import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Folder with @redocly/cli installed. The product does not need it, so without it the test is skipped. */
const linter = process.env['ASSAY_TEST_OPENAPI_LINTER'];
const folder = fileURLToPath(new URL('../docs/openapi/', import.meta.url));
const documents = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe.skipIf(linter === undefined)('the recommended rules of Redocly', () => {
  it.each(documents)(
    'find no error and no warning in %s except paths that a fixed segment distinguishes',
    { timeout: 300_000 },
    async (name) => {
      expect(await lint(join(folder, name))).toEqual([]);
    },
  );
});

/** Lists problems of a document as `rule: place: message`. */
async function lint(document: string): Promise<readonly string[]> {
  const cli = join(linter ?? '', 'node_modules/@redocly/cli/bin/cli.js');
  const args = [cli, 'lint', document, '--extends=recommended', '--format=json', '--max-problems=1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: linter,
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(outputOf);
  const { totals, problems: all }: Report = JSON.parse(stdout);
  // The contract has `/v1/auditors/schema/{id}` beside `/v1/auditors/{id}`, and the like; a fixed segment takes precedence over a
  // parameter.
  const problems = all.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths');
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`);
  expect(all.length).toBe(Math.min(1000, totals.errors + totals.warnings));
  return found;
}

/** The linter exits with 1 for findings; any other code is a failure. */
function outputOf(error: { readonly code?: unknown; readonly stdout?: string }): { readonly stdout: string } {
  if (error.code !== 1 || error.stdout === undefined) throw error;
  return { stdout: error.stdout };
}

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}
