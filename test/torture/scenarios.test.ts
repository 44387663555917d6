import { describe, expect, it } from 'vitest';
import { createFakeFileSystem, type FakeFileSystem } from '../../sdk/src/receipts/file-system.fake.ts';
import type { Answer, Depth, Task } from './check.ts';
import { checks, findCheck } from './checks.ts';
import { createCrashCheck } from './crash.ts';
import { reads, toFuzzCheck } from './fuzz/target.ts';
import { offerAtOnce } from './nonce.ts';
import { runChecks } from './pool.ts';
import { callUntilEnough } from './rotation.ts';
import { createTally } from './tally.ts';
import { historyOnce, offerImport, reopen, tryEntries } from './tamper.ts';

const aTask = (depth: Depth = 'quick'): Task => ({ shard: 0, shards: 1, depth, seed: 7, tally: createTally() });

it('every check has a unique name and can be found by it', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  expect(findCheck('crash').name).toBe('crash');
  expect(() => findCheck('nothing')).toThrow('there is no check nothing');
});

describe('fuzzing', () => {
  class Refusal extends Error {}
  const sample = Uint8Array.from([1, 2, 3, 4]);
  const fuzz = async (read: (bytes: Uint8Array) => Answer, seed = 1) => {
    const targets = [{ name: 'reader', samples: [sample], read, isSync: true }];
    const task = { ...aTask('default'), seed };
    await toFuzzCheck({ name: 'x', inputs: 2000, make: async () => targets }).run(task);
    return task.tally.counts();
  };

  it('distinguishes a documented refusal from any other error', async () => {
    const throwing = (error: new (message: string) => Error) =>
      reads(
        (bytes) => {
          if (bytes.length !== 4) throw new error('length');
          return bytes;
        },
        { refusal: Refusal },
      );
    expect(await fuzz(throwing(Refusal))).toMatchObject({ inputs: 2000, throws: 0 });
    expect((await fuzz(throwing(RangeError))).throws).toBeGreaterThan(100);
  });

  it('finds a second spelling of one value', async () => {
    const lenient = reads((bytes) => bytes[0], { isSame: (first, bytes) => bytes.length === 4 && first === 1 });
    expect((await fuzz(lenient)).wrong).toBeGreaterThan(100);
  });

  it('gives equal inputs for equal seeds, and different ones for different seeds', async () => {
    const seen: string[][] = [];
    for (const seed of [1, 1, 2]) {
      const list: string[] = [];
      await fuzz((bytes) => {
        list.push(Buffer.from(bytes).toString('hex'));
        return 'held';
      }, seed);
      seen.push(list);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).not.toEqual(seen[0]);
  });
});

describe('the tamper matrix', () => {
  it('counts a history without a finding as not found', async () => {
    const { entries } = await historyOnce();
    const task = aTask();
    await tryEntries('untouched', entries, task, true);
    expect(task.tally.counts()).toMatchObject({ inputs: 2, wrong: 2 });
    await tryEntries('cut', entries.slice(1), task, false);
    expect(task.tally.counts()).toMatchObject({ inputs: 4, wrong: 2 });
  });

  it('counts an accepted import, and a disk without a finding', async () => {
    const { disk, late } = await historyOnce();
    expect(await offerImport(disk.clone(), late)).toBe('wrong');
    const [segment = ''] = disk.paths().filter((path) => path.endsWith('.seg'));
    expect(await reopen(segment, () => undefined)).toBe('wrong');
    expect(await reopen(segment, (copy) => copy.tamper(segment, (bytes) => bytes.with(60, 0)))).toBe('held');
  });
});

/** Claims that bytes are on the disk when they are not. */
function createLyingDisk(): FakeFileSystem {
  const disk = createFakeFileSystem();
  const { openAppend, create } = disk;
  return {
    ...disk,
    openAppend: async (path) => ({ ...(await openAppend(path)), datasync: async () => undefined }),
    create: async (path) => {
      const file = await create(path);
      return file === false ? false : { ...file, datasync: async () => undefined };
    },
  };
}

it('a disk that does not sync is found to lose receipts', async () => {
  const task = aTask();
  await createCrashCheck(createLyingDisk).run(task);
  const { wrong, throws } = task.tally.counts();
  expect(wrong + throws).toBeGreaterThan(10);
});

it('a challenge that serves twice is counted, and one that serves nobody fails the check', async () => {
  const answering = (status: number) => ({
    post: async () => ({ status, body: { nonce: 'n' }, raw: Buffer.alloc(0), headers: {} }),
  });
  const task = aTask();
  await offerAtOnce(answering(201), task, () => ({}));
  expect(task.tally.counts()).toMatchObject({ inputs: 64, wrong: 63, throws: 0 });
  await expect(offerAtOnce(answering(409), aTask(), () => ({}))).rejects.toThrow('never accepted');
  const odd = aTask();
  await expect(offerAtOnce(answering(500), odd, () => ({}))).rejects.toThrow('never accepted');
  expect(odd.tally.counts()).toMatchObject({ throws: 64 });
});

it('an exchange refused during rotation is counted', async () => {
  const task = aTask();
  let calls = 0;
  const post = async () => new Response('{}', { status: calls === 50 ? 503 : 200 });
  const kids = await callUntilEnough(task, post, () => {
    calls += 1;
    return `key ${Math.floor(calls / 10)}`;
  });
  expect(kids).toBeGreaterThan(3);
  expect(task.tally.counts().wrong).toBeGreaterThanOrEqual(1);
});

it('a check runs on threads, split into tasks, and its counts are returned', async () => {
  const inputs: number[] = [];
  await runChecks([findCheck('cuts.receipts')], {
    workers: 2,
    depth: 'quick',
    seed: 1,
    onDone: (_, counts) => {
      expect(counts).toMatchObject({ wrong: 0, throws: 0, problems: [] });
      inputs.push(counts.inputs);
    },
  });
  expect(inputs).toHaveLength(2);
  expect(Math.min(...inputs)).toBeGreaterThan(100);
}, 60_000);
