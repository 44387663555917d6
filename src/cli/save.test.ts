import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFile } from './save.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-save-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a saved file', () => {
  it('is hidden and restricted to its owner until it is complete, while the old one stays', async () => {
    const path = join(folder, 'x.json');
    await writeFile(path, 'old');
    const seen: { readonly names: string[]; readonly old: string }[] = [];
    async function* chunks() {
      yield Buffer.from('new');
      seen.push({ names: (await readdir(folder)).sort(), old: await readFile(path, 'utf8') });
    }
    expect(await saveFile(path, chunks())).toBe(3);
    expect(seen).toEqual([{ names: [expect.stringMatching(/^\.x\.json\./), 'x.json'], old: 'old' }]);
    expect(await readdir(folder)).toEqual(['x.json']);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('of many small pieces is the same as of one', async () => {
    const path = join(folder, 'x.bin');
    const pieces = Array.from({ length: 5_000 }, (_, index) => Buffer.from(`${index}\n`));
    const told: number[] = [];
    const size = await saveFile(path, pieces, { onProgress: (bytes) => told.push(bytes) });
    expect(await readFile(path)).toEqual(Buffer.concat(pieces));
    expect(size).toBe(Buffer.concat(pieces).length);
    expect(told.at(-1)).toBe(size);
  });

  it('leaves nothing behind when its source fails', async () => {
    async function* chunks() {
      yield Buffer.from('half');
      throw new Error('the connection broke');
    }
    await expect(saveFile(join(folder, 'x.json'), chunks())).rejects.toThrow('broke');
    expect(await readdir(folder)).toEqual([]);
  });
});
