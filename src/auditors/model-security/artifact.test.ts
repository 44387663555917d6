import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArtifactError, findArtifact, openArtifact } from './artifact.ts';

let root = '';
let outside = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assay-artifact-')));
  outside = await realpath(await mkdtemp(join(tmpdir(), 'assay-other-')));
  await mkdir(join(root, 'model', 'deep'), { recursive: true });
  await writeFile(join(root, 'model', 'b.bin'), 'b');
  await writeFile(join(root, 'model', 'deep', 'a.bin'), 'a');
  await writeFile(join(outside, 'c.bin'), 'c');
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

describe('a path', () => {
  it('is found below a root, also relative to the first root', async () => {
    expect((await findArtifact('model/b.bin', [root], 10)).path).toBe(join(root, 'model', 'b.bin'));
    expect((await findArtifact(join(outside, 'c.bin'), [root, outside], 10)).kind).toBe('file');
  });

  it('is outside of a root whose name it only begins with', async () => {
    await mkdir(`${root}-more`);
    await writeFile(join(`${root}-more`, 'x.bin'), 'x');
    await expect(findArtifact(join(`${root}-more`, 'x.bin'), [root], 10)).rejects.toBeInstanceOf(ArtifactError);
    await rm(`${root}-more`, { recursive: true });
  });

  it('is refused when it leaves by a link or by ..', async () => {
    await symlink(outside, join(root, 'away'));
    await expect(findArtifact('away/c.bin', [root], 10)).rejects.toBeInstanceOf(ArtifactError);
    await expect(findArtifact('model/../../x', [root], 10)).rejects.toBeInstanceOf(ArtifactError);
  });

  it('is refused below no root', async () => {
    await expect(findArtifact('model', [], 10)).rejects.toBeInstanceOf(ArtifactError);
    await expect(findArtifact('model', [join(root, 'missing')], 10)).rejects.toBeInstanceOf(ArtifactError);
  });
});

describe('a folder', () => {
  it('is listed with its folders, sorted by name', async () => {
    const { files } = await findArtifact('model', [root], 10);
    expect(files.map(({ name }) => name)).toEqual(['b.bin', 'deep/a.bin']);
  });

  it('has links followed only to files below the roots, and others reported', async () => {
    await symlink(join(root, 'model', 'b.bin'), join(root, 'model', 'inside'));
    await symlink(join(outside, 'c.bin'), join(root, 'model', 'outside'));
    await symlink(join(root, 'model'), join(root, 'model', 'loop'));
    const { files, skipped } = await findArtifact('model', [root], 10);
    expect(files.map(({ name }) => name)).toContain('inside');
    expect(skipped.map(({ name, reason }) => [name, reason]).toSorted()).toEqual([
      ['loop', 'link_outside'],
      ['outside', 'link_outside'],
    ]);
  });

  it('reports more files than the limit', async () => {
    const { files, skipped } = await findArtifact('model', [root], 1);
    expect(files).toHaveLength(1);
    expect(skipped).toEqual([{ name: '', reason: 'too_many_files' }]);
  });

  it('does not open a socket in it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 'model', 'socket'), resolve));
    const { skipped } = await findArtifact('model', [root], 10);
    await new Promise((resolve) => server.close(resolve));
    expect(skipped).toEqual([{ name: 'socket', reason: 'special_file' }]);
  });
});

describe('opening', () => {
  it('refuses a file that was replaced by a link since it was found', async () => {
    const { path } = await findArtifact('model/b.bin', [root], 10);
    await rm(path);
    await symlink(join(outside, 'c.bin'), path);
    await expect(openArtifact(path)).rejects.toThrow();
  });

  it('refuses a file whose folder was replaced by a link since it was found', async () => {
    const { path } = await findArtifact('model/deep/a.bin', [root], 10);
    await rename(join(root, 'model', 'deep'), join(root, 'model', 'old'));
    await writeFile(join(outside, 'a.bin'), 'other');
    await symlink(outside, join(root, 'model', 'deep'));
    await expect(openArtifact(path)).rejects.toBeInstanceOf(ArtifactError);
  });
});
