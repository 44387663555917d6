/** Power loss or disk failure at every call of an append: after a restart no acknowledged receipt is missing. */
import { createEd25519Key } from '@assay/sdk/crypto';
import {
  createFakeFileSystem,
  type FakeFileSystem,
  type Fault,
  type PowerLoss,
} from '../../sdk/src/receipts/file-system.fake.ts';
import { aDraft, anAttachment, checkpointsBy, openTestChain } from '../../sdk/src/receipts/receipts.fixture.ts';
import type { Answer, Check, Task } from './check.ts';

const losses: readonly PowerLoss[] = ['lost', 'kept', 'torn', 'zeros'];
const small = { segmentBytes: 3500, maxBatch: 3 };
const rounds = 3;
const perRound = 4;

/** `createDisk` makes each disk; another one than the default proves that a lying disk is detected. */
export function createCrashCheck(createDisk: () => FakeFileSystem = createFakeFileSystem): Check {
  return { name: 'crash', wrongText: 'lost', shards: 2, run: (task) => run(task, createDisk) };
}

async function run(task: Task, createDisk: () => FakeFileSystem): Promise<void> {
  const calm = createDisk();
  const promised = await work(calm);
  if (promised.size !== 2 * rounds * perRound) throw new Error('without a fault not every receipt was acknowledged');
  const calls = calm.calls();
  task.tally.note(`${calls} writes, fsyncs, renames and other calls of the disk, each with every fault`);
  const step = task.depth === 'quick' ? 7 : 1;
  for (let call = 1 + task.shard; call <= calls; call += task.shards * step) {
    for (const kind of ['before', 'after'] satisfies Fault['kind'][]) {
      for (const loss of losses) await tryFault({ call, kind }, loss, createDisk(), task);
    }
    await tryFault({ call, kind: 'error' }, undefined, createDisk(), task);
    await tryFault({ call, kind: 'error', lasting: true }, undefined, createDisk(), task);
  }
}

async function tryFault(
  fault: Fault,
  loss: PowerLoss | undefined,
  disk: FakeFileSystem,
  { tally }: Task,
): Promise<void> {
  await tally.try(
    () =>
      `${fault.kind}${fault.lasting === true ? ' and ever after' : ''} at call ${fault.call}, unsynced ${loss ?? 'kept'}`,
    async () => {
      disk.arm(fault);
      const acknowledged = await work(disk);
      if (loss === undefined) disk.arm(undefined);
      else disk.reboot(loss);
      return judge(disk, acknowledged);
    },
  );
}

/** Opens, appends with rotation and a checkpoint, reopens and appends more; gives the acknowledged hashes, by seq. */
async function work(disk: FakeFileSystem): Promise<ReadonlyMap<number, string>> {
  const acknowledged = new Map<number, string>();
  try {
    for (let opening = 0; opening < 2; opening += 1) {
      const key = createEd25519Key();
      const chain = await openTestChain({ fileSystem: disk, key, ...small });
      for (let round = 0; round < rounds; round += 1) {
        const appends = Array.from({ length: perRound }, async (_, index) => {
          const number = round * perRound + index;
          const { record, hash } = await chain.append(aDraft(number), anAttachment(number));
          acknowledged.set(record.seq, hash);
        });
        const failed = (await Promise.allSettled(appends)).find(({ status }) => status === 'rejected');
        if (failed !== undefined) return acknowledged;
      }
      await chain.checkpoint(checkpointsBy(key));
      await chain.close();
    }
  } catch {
    // The armed fault; only earlier acknowledgements count.
  }
  return acknowledged;
}

/** Checks that every acknowledged receipt exists, and that the chain is intact and continues. */
async function judge(disk: FakeFileSystem, acknowledged: ReadonlyMap<number, string>): Promise<Answer> {
  const chain = await openTestChain({ fileSystem: disk, ...small });
  const stored = await chain.read({ fromSeq: 0, limit: 1000 });
  const isWhole = [...acknowledged].every(([seq, hash]) => stored[seq]?.hash === hash);
  await chain.append(aDraft(99));
  const { chain_intact: isIntact } = await chain.verify({ mode: 'fast' });
  await chain.close();
  return isWhole && isIntact ? 'held' : 'wrong';
}
