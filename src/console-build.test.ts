import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuildConsoleOptions, buildConsole } from './console-build.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-build-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (path: string) => join(folder, path);
const runs = (script: string): readonly [string, ...string[]] => [process.execPath, '-e', script];
const build = (options: Partial<BuildConsoleOptions> = {}) =>
  buildConsole({ root: pathToFileURL(`${folder}/`), say: (text) => said.push(text), ...options });
const write =
  "const fs = require('node:fs'); fs.mkdirSync('console/dist'); fs.writeFileSync('console/dist/index.html', '')";

async function addSource(): Promise<void> {
  await mkdir(inFolder('console'));
  await writeFile(inFolder('console/package.json'), '{}');
}

it('a console that nobody built is built once, in the folder of the source, and it says so', async () => {
  await addSource();
  expect(await build({ command: runs(write) })).toBe('built');
  await access(inFolder('console/dist/index.html'));
  expect(said).toEqual([expect.stringContaining('Building the console once')]);
  expect(await build({ command: runs('process.exit(1)') })).toBe('present');
  expect(said).toHaveLength(1);
});

it('without its source nothing is built', async () => {
  expect([await build({ command: runs(write) }), said]).toEqual(['absent', []]);
});

it.each([
  ['fails', runs('process.exit(3)'), /exit code 3/],
  ['is not there', ['/nothing/of/this/name'] as const, /ENOENT/],
  ['writes nothing', runs(''), /no index.html/],
])('a build that %s is a warning that says what to run', async (_how, command, why) => {
  await addSource();
  expect(await build({ command })).toBe('failed');
  expect(said.at(-1)).toMatch(why);
  expect(said.at(-1)).toContain('npm run build --workspace console');
});

it('a build that never ends is ended with its children', async () => {
  await addSource();
  const child =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })";
  expect(await build({ command: runs(child), timeoutMs: 300 })).toBe('failed');
  expect(said.at(-1)).toMatch(/longer than 0\.3 s/);
});

it('a start that is stopped does not wait for the build', async () => {
  await addSource();
  const stop = new AbortController();
  const running = build({ command: runs('setInterval(() => {}, 1000)'), signal: stop.signal });
  stop.abort();
  expect(await running).toBe('failed');
});
