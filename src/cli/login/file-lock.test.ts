import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from './file-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'));
  path = join(folder, 'file.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Takes the lock concurrently; gives the largest number of simultaneous holders. */
async function crowd(size: number): Promise<number> {
  let holders = 0;
  let most = 0;
  const hold = async () => {
    const release = await lockFile(path);
    holders += 1;
    most = Math.max(most, holders);
    await readdir(folder);
    holders -= 1;
    await release();
  };
  await Promise.all(Array.from({ length: size }, hold));
  return most;
}

describe('the lock', () => {
  it('is held by one at a time, and leaves nothing behind', async () => {
    expect(await crowd(12)).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a dead process is taken over by one of many', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(path, JSON.stringify({ pid, host: hostname(), id: 'x' }));
    expect(await crowd(12)).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('of another machine, or of unknown form, is taken over when it is old', async () => {
    await writeFile(path, '{"pid":1,"host":"elsewhere","id":"x"}');
    const old = new Date(Date.now() - 61_000);
    await utimes(path, old, old);
    expect(await crowd(4)).toBe(1);
  });
});
