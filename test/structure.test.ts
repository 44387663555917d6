import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { proxyApis } from '../src/gateway/proxy/apis.ts';
import { floors } from './support/verifier-floors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !file.includes('node_modules'));
}

describe('the tree', () => {
  it('has every folder of the proxy as an API', async () => {
    expect(proxyApis.map(({ name }) => name).sort()).toEqual((await foldersOf('src/gateway/proxy')).sort());
  });

  it('has every test beside a source of its room, or in test/', async () => {
    const files = [...(await filesBelow('src')), ...(await filesBelow('sdk/src'))];
    const strays = files.filter((file) => {
      if (!file.endsWith('.test.ts')) return false;
      const room = dirname(file);
      return !files.some((other) => dirname(other) === room && other.endsWith('.ts') && !other.endsWith('.test.ts'));
    });
    expect(strays).toEqual([]);
  });

  it('has a line in ARCHITECTURE.md or its pages for every folder', async () => {
    const read = (file: string) => readFile(join(root, file), 'utf8');
    const [overview, auditors, verifier] = await Promise.all(
      ['ARCHITECTURE.md', 'docs/architecture/auditors.md', 'docs/architecture/verifier.md'].map(read),
    );
    const missing = [
      ...(await foldersOf('src')).filter((name) => !overview?.includes(`\`src/${name}\``)),
      ...(await foldersOf('sdk/src')).filter((name) => !auditors?.includes(`\`${name}/\``)),
      ...(await Promise.all(floors.map((floor) => foldersOf(`src/verifier/${floor}`))))
        .flat()
        .filter((name) => !verifier?.includes(`\`${name}/\``)),
    ];
    expect(missing).toEqual([]);
  });

  it('has every file and function that the walks through the code name', async () => {
    const text = await readFile(join(root, 'docs/architecture/walks.md'), 'utf8');
    const hops = [...text.matchAll(/^\d+\. `([^`]+)` `(\w+)`/gm)];
    expect(hops.length).toBeGreaterThan(40);
    for (const [, file = '', name = ''] of hops) {
      expect(await readFile(join(root, file), 'utf8'), file).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('keeps process.env to config files, entry points and tests', async () => {
    const files = (await filesBelow('src')).filter(
      (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
    );
    const readers: string[] = [];
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      if (/process\.env\b/.test(text) && basename(file) !== 'config.ts') readers.push(file);
    }
    expect(readers.sort()).toEqual(['src/cli/main.ts', 'src/main.ts']);
  });

  it('has members written out: no literal is spread into another one', async () => {
    // With plain properties these are over the limit of lines.
    const exceptions = ['connect-pages.test.ts', 'installations.test.ts'];
    const spread: string[] = [];
    for (const folder of ['bench', 'client/src', 'detection', 'examples', 'scripts', 'sdk/src', 'src', 'test']) {
      for (const file of await filesBelow(folder)) {
        if (!file.endsWith('.ts') || exceptions.includes(basename(file))) continue;
        if (/\.\.\.\{\s/.test(await readFile(join(root, file), 'utf8'))) spread.push(file);
      }
    }
    expect(spread).toEqual([]);
  });
});
