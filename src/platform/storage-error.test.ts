import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDir } from './data-dir.ts';
import { explainStorageError } from './storage-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-storage-'));
});
afterAll(() => rm(folder, { recursive: true }));

const failing = (code: string) =>
  Object.assign(new Error(`${code}: x`), { code, syscall: 'open', path: '/data/pin.json' });

describe('an obstacle for a data folder', () => {
  it.each([
    ['EROFS', 'read-only'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'quota'],
    ['EACCES', 'this user may not write there'],
    ['EIO', 'reports an error'],
  ])('%s is reported with the folder, the file, and what to do', (code, words) => {
    const error = explainStorageError(failing(code), '/data');
    expect(error).toMatchObject({ code: 'config', publicText: expect.stringContaining(words) });
    expect(error?.publicText).toMatch(/data folder \/data .*ASSAY_DATA_DIR.*\/data\/pin\.json/);
  });

  it('is reported for a real path through a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const error: unknown = await openDataDir(join(file, 'data')).catch((thrown: unknown) => thrown);
    expect(explainStorageError(error, folder)?.publicText).toContain('a part of its path is a file');
  });

  it('is not assumed for other errors', () => {
    expect(explainStorageError(new Error('ENOSPC'), '/data')).toBeUndefined();
    expect(explainStorageError(failing('EMFILE'), '/data')).toBeUndefined();
  });
});
