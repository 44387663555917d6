import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from './data-dir.ts';
import { loadOperatorToken } from './http/operator-token.ts';

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'assay-data-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the data folder', () => {
  it('and its files are readable by their owner only', async () => {
    const dir = await openDataDir(join(parent, 'a', 'b'));
    await dir.write('key', 'secret');
    expect(await modeOf(dir.path)).toBe('700');
    expect(await modeOf(dir.file('key'))).toBe('600');
  });

  it('replaces a file whole and leaves no temporary files', async () => {
    const dir = await openDataDir(parent);
    await dir.write('f', 'a much longer first text');
    await dir.write('f', 'second');
    expect((await dir.read('f'))?.toString()).toBe('second');
    expect(await readdir(parent)).toEqual(['f']);
    expect(await dir.read('none')).toBeUndefined();
  });

  it('writes a file once, however many try at the same time', async () => {
    const dir = await openDataDir(parent);
    let made = 0;
    const results = await Promise.all(Array.from({ length: 20 }, () => dir.writeOnce('token', () => `text-${made++}`)));
    expect(new Set(results.map(String)).size).toBe(1);
    expect(String(await dir.read('token'))).toBe(String(results[0]));
    expect(await readdir(parent)).toEqual(['token']);
  });
});

describe('the operator token', () => {
  const bytes = (size: number) => new Uint8Array(size).fill(7);

  it('is made once and read again, and never prints', async () => {
    const dir = await openDataDir(parent);
    const first = await loadOperatorToken(dir, bytes);
    const second = await loadOperatorToken(dir, () => new Uint8Array(32));
    expect(second.reveal()).toBe(first.reveal());
    expect(first.reveal()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(`${first}`).toBe('[redacted]');
    expect(await modeOf(dir.file('operator-token'))).toBe('600');
  });

  it('is refused when the file holds something weaker', async () => {
    const dir = await openDataDir(parent);
    await writeFile(dir.file('operator-token'), 'admin');
    await expect(loadOperatorToken(dir, bytes)).rejects.toThrow('does not hold a token');
  });
});
