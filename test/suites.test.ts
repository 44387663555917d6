/** Every test file is in one project of `vitest.config.ts`, and the quick suite has a file of every group. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { features } from '../src/verifier/features.ts';
import { alone, long, slow } from './suites.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let onDisk: string[];
let listed: { file: string; projectName: string }[];

async function testFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !file.includes('node_modules'));
}

beforeAll(async () => {
  const folders = ['bench', 'client', 'console', 'detection', 'examples', 'scripts', 'sdk', 'src', 'test'];
  onDisk = (await Promise.all(folders.map(testFiles))).flat().sort();
  const out = await mkdtemp(join(tmpdir(), 'assay-suites-'));
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const report = join(out, 'files.json');
    await run(process.execPath, [vitest, 'list', '--filesOnly', `--json=${report}`], { cwd: root });
    const rows: typeof listed = JSON.parse(await readFile(report, 'utf8'));
    listed = rows.map(({ file, projectName }) => ({ file: file.slice(root.length), projectName }));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});

/** A name is the end of a path, with folders between where it has stars. */
function isNamed(file: string, name: string): boolean {
  const [end = '', folder = ''] = name.split('**/').reverse();
  return `/${file}`.endsWith(`/${end}`) && `/${file}`.includes(`/${folder}`);
}

/** Their only file takes minutes. */
const withoutQuickFile = ['backup'];

it('every test file is in exactly one project', () => {
  expect(listed.map(({ file }) => file).sort()).toEqual(onDisk);
});

it('every name of a list is the end of a path that exists, and stands in one of `slow` and `long`', () => {
  const names = [...slow, ...long];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect([...names, ...alone].filter((name) => !onDisk.some((file) => isNamed(file, name)))).toEqual([]);
});

it('the quick suite has a file of every group of the verifier that has tests, but for those that say why', () => {
  const ofVerifier = listed.filter(({ file }) => file.startsWith('src/verifier/'));
  const missing = features
    .map(({ name }) => ({ name, tests: ofVerifier.filter(({ file }) => file.includes(`/${name}/`)) }))
    .filter(({ tests }) => tests.length > 0 && !tests.some(({ projectName }) => projectName.startsWith('quick-')));
  expect(missing.map(({ name }) => name)).toEqual(withoutQuickFile);
});
