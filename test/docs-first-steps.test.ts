/** Runs the commands of README and of the first steps as they stand there, against services that were started for it. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toFreePorts } from '../scripts/free-ports.ts';
import { type RunningServices, startServices } from '../src/services.ts';
import { readScripts, root, type Script } from './support/doc-pages.ts';

const pages = /^(?:README|docs\/guides\/first-steps)\.md:/;

/** What each command prints, loosely, and how it ends. Commands of npm start services or tests, and are not run here. */
const outcomes: readonly (readonly [RegExp, RegExp, number])[] = [
  [/^curl -i .*\/v1\/chat\/completions/, /HTTP\/1\.1 200[\s\S]*x-assay-decision: allow[\s\S]*"echo"/i, 0],
  [/^npx assay evaluate "Ignore/, /den(?:y|ied)[\s\S]*injection/i, 1],
  [/^npx assay evidence list/, /ev_[0-9a-f-]{36}/, 0],
  [/^npx assay passport list/, /pp_[0-9a-f-]{36}/, 0],
  [/^npx assay passport export PASSPORT_ID -o bundle\.json/, /bundle\.json/, 0],
  [/^npx assay verify bundle\.json/, /passport pp_[0-9a-f-]{36}/, 0],
];

let folder: string;
let services: RunningServices;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-first-steps-'));
  const dataDir = join(folder, '.assay');
  const settings = { ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent', VERIFIER_PASSPORT_RENEW_MS: '0' };
  services = await startServices({ env: { ...toFreePorts(), ...settings } });
  // The repository is not installed in the folder of the test, so `npx assay` is this program.
  await mkdir(join(folder, 'bin'));
  const npx = join(folder, 'bin', 'npx');
  await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${join(root, 'bin/assay.mjs')}' "$@"\n`);
  await chmod(npx, 0o755);
  const { gateway, verifier } = services.urls;
  const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  env = {
    ...process.env,
    PATH: path,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_GATEWAY_URL: gateway,
    ASSAY_VERIFIER_URL: verifier,
  };
}, 180_000);

afterAll(async () => {
  await services?.close();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(line: string): Promise<Ended> {
  const shell = line.replaceAll('127.0.0.1:8300', new URL(services.urls['gateway'] ?? '').host);
  return new Promise((resolve) => {
    execFile('sh', ['-c', shell], { cwd: folder, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

const linesOf = ({ text }: Script) =>
  text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

it('the commands of README and of the first steps do what the pages say', async () => {
  const scripts = (await readScripts()).filter(({ place }) => pages.test(place));
  const lines = scripts.flatMap(linesOf).filter((line) => !line.startsWith('npm '));
  expect(lines.length).toBeGreaterThan(5);
  let passport = '';
  for (const line of lines) {
    const outcome = outcomes.find(([command]) => command.test(line));
    if (outcome === undefined) throw new Error(`nobody said here what this prints: ${line}`);
    const [, printed, code] = outcome;
    if (line.includes('passport list')) await services.flush(AbortSignal.timeout(60_000));
    const ended = await run(line.replaceAll('PASSPORT_ID', passport));
    expect(ended.output, line).toMatch(printed);
    expect(ended.code, line).toBe(code);
    passport = /pp_[0-9a-f-]{36}/.exec(ended.output)?.[0] ?? passport;
  }
  expect(JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')).format).toBe('assay-bundle/1');
}, 300_000);
