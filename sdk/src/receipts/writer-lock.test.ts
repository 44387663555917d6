import { describe, expect, it } from 'vitest';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import { nodeProcessTable } from './node-process-table.ts';
import { acquireWriterLock, type ProcessTable } from './writer-lock.ts';

const path = '/chain/writer.lock';
const alive: ProcessTable = { self: async () => ({ pid: 1, started: 'a' }), isAlive: async () => true };
const dead: ProcessTable = { ...alive, isAlive: async () => false };

const acquire = (fileSystem: FakeFileSystem, processes: ProcessTable, token: string) =>
  acquireWriterLock({ fileSystem, directory: '/chain', processes, token });

async function leave(fileSystem: FakeFileSystem, content: string): Promise<void> {
  await fileSystem.create(path);
  fileSystem.tamper(path, () => Buffer.from(content));
}

describe('the writer lock', () => {
  it('is held by one live process, and free after its release', async () => {
    const fileSystem = createFakeFileSystem();
    const lock = await acquire(fileSystem, alive, 'one');
    await expect(acquire(fileSystem, alive, 'two')).rejects.toMatchObject({ code: 'locked' });
    await lock.release();
    expect(fileSystem.paths()).toEqual([]);
    await expect(acquire(fileSystem, alive, 'two')).resolves.toBeDefined();
  });

  it('is taken over from a dead process, or when half written by a crash', async () => {
    for (const content of ['', '{"pid":', JSON.stringify({ pid: 9, started: 'x', token: 'old' })]) {
      const fileSystem = createFakeFileSystem();
      await leave(fileSystem, content);
      await acquire(fileSystem, dead, 'new');
      expect(Buffer.from(fileSystem.contents(path)).toString()).toContain('"new"');
      expect(fileSystem.paths()).toEqual([path]);
    }
  });

  it('is not released by a former holder', async () => {
    const fileSystem = createFakeFileSystem();
    const first = await acquire(fileSystem, alive, 'one');
    await acquire(fileSystem, dead, 'two');
    await first.release();
    expect(fileSystem.paths()).toEqual([path]);
  });

  it('goes to one of two that find the same dead holder', async () => {
    const fileSystem = createFakeFileSystem();
    await leave(fileSystem, JSON.stringify({ pid: 9, started: 'x', token: 'old' }));
    // The second arrives while the first still asks whether the holder is alive.
    let second: Promise<unknown> | undefined;
    const racing: ProcessTable = {
      ...dead,
      isAlive: async () => {
        second ??= acquire(fileSystem, dead, 'second');
        await second;
        return false;
      },
    };
    await expect(acquire(fileSystem, racing, 'first')).rejects.toMatchObject({ code: 'locked' });
    await expect(second).resolves.toBeDefined();
    expect(Buffer.from(fileSystem.contents(path)).toString()).toContain('"second"');
  });
});

describe('processes of this machine', () => {
  it('are distinguished from later ones with the same number', async () => {
    const self = await nodeProcessTable.self();
    expect(await nodeProcessTable.isAlive(self)).toBe(true);
    expect(await nodeProcessTable.isAlive({ pid: 2 ** 22 + 1, started: self.started })).toBe(false);
    if (process.platform === 'linux') {
      expect(await nodeProcessTable.isAlive({ ...self, started: `${self.started}0` })).toBe(false);
    }
  });
});
