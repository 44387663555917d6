import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assayCli, type BundledCli, findBundle, readFresh } from '../../bin/cli-bundle.mjs';

let root: string;
let cli: BundledCli;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cli-bundle-'));
  cli = { root, entry: 'main.ts', cache: join(root, 'cache'), external: [], sourcesOnly: {}, extra: [] };
  await writeFile(join(root, 'said.ts'), `export const said: string = 'first';\n`);
  await writeFile(join(root, 'later.ts'), `export const url: string = import.meta.url;\n`);
  const main = `import { said } from './said.ts';\nconst { url } = await import('./later.ts');\nconsole.log(said, url);\n`;
  await writeFile(join(root, 'main.ts'), main);
});

afterAll(async () => {
  await rm(root, { recursive: true });
});

function run(path: string | undefined): string {
  return spawnSync(process.execPath, [path ?? ''], { encoding: 'utf8' }).stdout;
}

describe('the bundle of a CLI', () => {
  it('is made on first use, is used again, and keeps the addresses of its sources', async () => {
    expect(readFresh(cli)).toBeUndefined();
    const made = await findBundle(cli);
    expect(run(made)).toBe(`first file://${join(root, 'later.ts')}\n`);
    expect(await findBundle(cli)).toBe(made);
  });

  it('is made anew when a source differs, even with the same length', async () => {
    const before = await findBundle(cli);
    await writeFile(join(root, 'said.ts'), `export const said: string = 'other';\n`);
    expect(readFresh(cli)).toBeUndefined();
    const after = await findBundle(cli);
    expect(after).not.toBe(before);
    expect(run(after)).toMatch(/^other /);
  });

  it('is made anew when its index is damaged or its files are gone', async () => {
    const before = await findBundle(cli);
    await writeFile(join(cli.cache, 'current.json'), '{');
    const again = await findBundle(cli);
    expect(again).not.toBe(before);
    await rm(dirname(again ?? ''), { recursive: true });
    expect(run(await findBundle(cli))).toMatch(/^other /);
  });

  it('does not replace the sources where a module is broken: the error is named', async () => {
    const broken = { ...cli, cache: join(root, 'broken'), entry: 'broken.ts' };
    await writeFile(join(root, 'broken.ts'), `import './nowhere.ts';\n`);
    await expect(findBundle(broken)).rejects.toThrow('nowhere.ts');
  });

  it.skipIf(process.getuid?.() === 0)('is none where the cache cannot be written', async () => {
    const closed = join(root, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    expect(await findBundle({ ...cli, cache: join(closed, 'cache') })).toBeUndefined();
  });

  it('does not hold modules that only run from the sources, and only the named files may import them', async () => {
    await writeFile(join(root, 'services.ts'), `export const services = 'heavy';\n`);
    await writeFile(join(root, 'start.ts'), `console.log(typeof (() => import('./services.ts')));\n`);
    const starting = { ...cli, cache: join(root, 'starting'), entry: 'start.ts' };
    const allowed = { ...starting, sourcesOnly: { 'services.ts': ['start.ts'] } };
    expect(await readFile((await findBundle(allowed)) ?? '', 'utf8')).not.toContain('heavy');
    const refused = { ...starting, cache: join(root, 'refused'), sourcesOnly: { 'services.ts': [] } };
    await expect(findBundle(refused)).rejects.toThrow('start.ts must not import services.ts');
  });
});

describe('the bundle of assay', () => {
  it('loads no schema, proof or client library to show help, so that help is quick', async () => {
    const main = await findBundle({ ...assayCli, cache: join(root, 'assay') });
    const loaded = await staticFiles(main ?? '');
    const text = (await Promise.all(loaded.map((file) => readFile(file, 'utf8')))).join('\n');
    for (const part of [
      'node_modules/cbor2/',
      'node_modules/undici/',
      'client/src/',
      'sdk/src/crypto/',
      'src/proof/reports/verifiers',
    ])
      expect(text).not.toContain(`// ${part}`);
    expect(text.length).toBeLessThan(900_000);
  });
});

/** The entry and every file that it imports at once. */
async function staticFiles(file: string, seen: Set<string> = new Set()): Promise<string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = await readFile(file, 'utf8');
  const names = [...text.matchAll(/(?:from|^import) "\.\/([^"]+)"/gm)].map(([, name]) => name ?? '');
  for (const name of names) await staticFiles(join(dirname(file), name), seen);
  return [...seen];
}
