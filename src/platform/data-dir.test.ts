import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
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

describe('a data folder open to other users', () => {
  const openIt = async () => {
    const warnings: string[] = [];
    await openDataDir(join(parent, 'data'), (message) => warnings.push(message));
    return warnings;
  };

  beforeEach(async () => {
    await mkdir(join(parent, 'data', 'db', 'base'), { recursive: true, mode: 0o700 });
    await mkdir(join(parent, 'data', 'receipts'), { mode: 0o700 });
    for (const name of ['operator-token', 'receipts/1.log', 'db/base/1']) {
      await writeFile(join(parent, 'data', name), 'x', { mode: 0o600 });
    }
  });

  it('is repaired at every start, and the warning names what was open', async () => {
    expect(await openIt()).toEqual([]);
    const opened = [
      ['', 0o755, '700'],
      ['operator-token', 0o644, '600'],
      ['receipts', 0o750, '700'],
      ['receipts/1.log', 0o606, '600'],
      ['db', 0o711, '700'],
    ] as const;
    for (const [name, mode, repaired] of opened) {
      await chmod(join(parent, 'data', name), mode);
      expect(await openIt()).toEqual([
        expect.stringContaining(
          `could open ${name === '' ? 'the folder itself' : name}; the permissions were corrected`,
        ),
      ]);
      expect(await modeOf(join(parent, 'data', name))).toBe(repaired);
      expect(await openIt()).toEqual([]);
    }
  });

  it('is repaired without a warning when the embedded database made open files in its private folder', async () => {
    await chmod(join(parent, 'data', 'db', 'base', '1'), 0o666);
    expect(await openIt()).toEqual([]);
    expect(await modeOf(join(parent, 'data', 'db', 'base', '1'))).toBe('600');
  });

  it('is repaired only itself: a link is named, and its target is unchanged', async () => {
    await writeFile(join(parent, 'elsewhere'), 'x', { mode: 0o644 });
    await chmod(join(parent, 'elsewhere'), 0o644);
    await symlink(join(parent, 'elsewhere'), join(parent, 'data', 'link'));
    expect(await openIt()).toEqual([expect.stringContaining('link is a link')]);
    expect(await modeOf(join(parent, 'elsewhere'))).toBe('644');
  });

  it('is refused when it contains other things too: we must not change their modes', async () => {
    await mkdir(join(parent, 'shared'));
    await chmod(join(parent, 'shared'), 0o1777);
    for (const folder of [join(parent, 'shared'), '/', homedir()]) {
      await expect(openDataDir(folder)).rejects.toThrow('a folder of its own');
    }
    expect(await modeOf(join(parent, 'shared'))).toBe('777');
  });
});

describe('the operator token', () => {
  const bytes = (size: number) => new Uint8Array(size).fill(7);

  it('is made once and read again, and never printed', async () => {
    const dir = await openDataDir(parent);
    const first = await loadOperatorToken(dir, bytes);
    const second = await loadOperatorToken(dir, () => new Uint8Array(32));
    expect(second.reveal()).toBe(first.reveal());
    expect(first.reveal()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(`${first}`).toBe('[redacted]');
    expect(await modeOf(dir.file('operator-token'))).toBe('600');
  });

  it('is refused when the file has a weaker one', async () => {
    const dir = await openDataDir(parent);
    await writeFile(dir.file('operator-token'), 'admin');
    await expect(loadOperatorToken(dir, bytes)).rejects.toThrow('does not contain a token');
  });
});
