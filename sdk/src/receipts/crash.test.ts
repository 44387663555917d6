import { describe, expect, it, vi } from 'vitest';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { createFakeFileSystem, type FakeFileSystem, type Fault, type PowerLoss } from './file-system.fake.ts';
import type { ReceiptChain } from './receipt-chain.ts';
import { aDraft, anAttachment, chainDirectory, openTestChain } from './receipts.fixture.ts';
import { signRecords } from './record-hash.ts';

const losses: PowerLoss[] = ['lost', 'kept', 'torn', 'zeros'];
const small = { segmentBytes: 3500, maxBatch: 3 };

/** Opens, appends with rotation, reopens and appends more; returns the acknowledged hashes, by seq. */
async function run(fileSystem: FakeFileSystem, options: object = {}): Promise<Map<number, string>> {
  const acknowledged = new Map<number, string>();
  try {
    for (let opening = 0; opening < 2; opening++) {
      const chain = await openTestChain({ fileSystem, ...small, ...options });
      for (let round = 0; round < 3; round++) await appendRound(chain, round, acknowledged);
      await chain.close();
    }
  } catch {
    // The armed fault; only earlier acknowledgements count.
  }
  return acknowledged;
}

async function appendRound(
  chain: ReceiptChain,
  round: number,
  acknowledged: Map<number, string>,
  count = 4,
): Promise<void> {
  const appends = Array.from({ length: count }, async (_, index) => {
    const { record, hash } = await chain.append(aDraft(round * 4 + index), anAttachment(round * 4 + index));
    acknowledged.set(record.seq, hash);
  });
  const outcomes = await Promise.allSettled(appends);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Checks after a restart that no acknowledged receipt is missing, and that the chain is intact and continues. */
async function expectRecovered(fileSystem: FakeFileSystem, acknowledged: ReadonlyMap<number, string>): Promise<void> {
  const chain = await openTestChain({ fileSystem, ...small });
  const stored = await chain.read({ fromSeq: 0, limit: 1000 });
  for (const [seq, hash] of acknowledged) expect(stored[seq]?.hash, `receipt ${seq}`).toBe(hash);
  await chain.append(aDraft(99));
  expect(await chain.verify({ mode: 'fast' })).toMatchObject({
    chain_intact: true,
    total_receipts: stored.length + 2,
  });
  await chain.close();
}

async function countCalls(): Promise<number> {
  const fileSystem = createFakeFileSystem();
  expect((await run(fileSystem)).size).toBe(24);
  expect(fileSystem.paths().filter((path) => path.endsWith('.seg')).length).toBeGreaterThan(3);
  return fileSystem.calls();
}

describe('power lost at any call of the disk', () => {
  it.each(losses)('loses nothing acknowledged when unsynced data is %s', async (loss) => {
    const calls = await countCalls();
    for (let call = 1; call <= calls; call++) {
      for (const kind of ['before', 'after'] satisfies Fault['kind'][]) {
        const fileSystem = createFakeFileSystem();
        fileSystem.arm({ call, kind });
        const acknowledged = await run(fileSystem);
        expect(fileSystem.hasCrashed()).toBe(true);
        fileSystem.reboot(loss);
        await expectRecovered(fileSystem, acknowledged);
      }
    }
  });

  it.each([1, 4])(
    'loses nothing acknowledged when a kill is followed by %i appends and a loss of power',
    async (count) => {
      const calls = await countCalls();
      for (let call = 1; call <= calls; call++) {
        const fileSystem = createFakeFileSystem();
        fileSystem.arm({ call, kind: 'after' });
        const acknowledged = await run(fileSystem);
        fileSystem.reboot('killed');
        const restarted = await openTestChain({ fileSystem, ...small });
        await appendRound(restarted, 5, acknowledged, count);
        fileSystem.reboot('lost');
        await expectRecovered(fileSystem, acknowledged);
      }
    },
  );

  it('loses nothing acknowledged when power fails again during recovery', async () => {
    const before = createFakeFileSystem();
    const acknowledged = await run(before);
    const opening = createFakeFileSystem();
    await (await openTestChain({ fileSystem: opening, ...small })).close();
    for (let call = 1; call <= opening.calls() + 4; call++) {
      for (const loss of losses) {
        const fileSystem = before.clone();
        tearLast(fileSystem);
        fileSystem.arm({ call, kind: 'before' });
        await openTestChain({ fileSystem, ...small }).catch(() => undefined);
        fileSystem.reboot(loss);
        const chain = await openTestChain({ fileSystem, ...small });
        expect(chain.size()).toBeGreaterThanOrEqual(acknowledged.size);
        await chain.close();
      }
    }
  });

  it.each(['batch', 'async'] as const)(
    'leaves a valid beginning of the chain with %s, which promises no more',
    async (durability) => {
      const calls = await countCalls();
      for (let call = 1; call <= calls; call += 3) {
        for (const loss of losses) {
          const fileSystem = createFakeFileSystem();
          fileSystem.arm({ call, kind: 'before' });
          const acknowledged = await run(fileSystem, { durability });
          const { length } = fileSystem.trace();
          fileSystem.reboot(loss);
          const killed = loss === 'kept';
          await expectRecovered(fileSystem, killed ? acknowledged : new Map());
          expect(length).toBeGreaterThan(0);
        }
      }
    },
  );
});

describe('a disk that fails', () => {
  it('at any call refuses every waiting and later append, and loses nothing acknowledged', async () => {
    const calls = await countCalls();
    for (let call = 1; call <= calls; call++) {
      const fileSystem = createFakeFileSystem();
      fileSystem.arm({ call, kind: 'error' });
      const acknowledged = await run(fileSystem);
      fileSystem.arm(undefined);
      await expectRecovered(fileSystem, acknowledged);
    }
  });

  it('refuses records that were still being signed, and does not touch the disk again', async () => {
    const fake = createFakeFileSystem();
    const key = createEd25519Key();
    let writes = 0;
    let signed = 0;
    let breakDisk = (_: Error): void => undefined;
    let finishSigning = (): void => undefined;
    const brokenDisk = new Promise<void>((_, reject) => {
      breakDisk = reject;
    });
    const slowSigner = new Promise<void>((resolve) => {
      finishSigning = resolve;
    });
    const fileSystem = {
      ...fake,
      openAppend: async (path: string) => ({
        ...(await fake.openAppend(path)),
        append: () => {
          writes += 1;
          return brokenDisk;
        },
      }),
    };
    const chain = await openTestChain({
      fileSystem,
      key,
      sign: async (records) => {
        signed += 1;
        if (signed > 1) await slowSigner;
        return signRecords(key, records);
      },
    });
    const written = chain.append(aDraft(1));
    await vi.waitUntil(() => writes === 1);
    const stillSigning = chain.append(aDraft(2));
    await vi.waitUntil(() => signed === 2);
    breakDisk(new Error('EIO'));
    await expect(written).rejects.toMatchObject({ code: 'writer_failed' });
    finishSigning();
    await expect(stillSigning).rejects.toMatchObject({ code: 'writer_failed' });
    expect(writes).toBe(1);
  });

  it.each(['append', 'datasync'])(
    'full at %s: fatal once, no second try on the same file, clean after a restart',
    async (name) => {
      const fileSystem = createFakeFileSystem();
      const fatal: unknown[] = [];
      const chain = await openTestChain({ fileSystem, onFatal: (error) => fatal.push(error) });
      const first = await chain.append(aDraft(0));
      fileSystem.arm(undefined);
      await chain.append(aDraft(1));
      const call = fileSystem.trace().indexOf(name) + 1;
      fileSystem.arm({ call, kind: 'error', lasting: true });

      const waiting = await Promise.allSettled([2, 3, 4].map((number) => chain.append(aDraft(number))));
      const callsAtFailure = fileSystem.calls();
      for (const outcome of waiting)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'writer_failed' } });
      fileSystem.arm(undefined);
      await expect(chain.append(aDraft(5))).rejects.toMatchObject({ code: 'writer_failed' });
      expect(fileSystem.calls()).toBe(0);
      expect(callsAtFailure).toBe(call);
      expect(fatal).toHaveLength(1);
      expect(chain.failure()).toMatchObject({ code: 'writer_failed' });
      expect(chain.size()).toBe(3);
      expect((await chain.read({ fromSeq: 0, limit: 9 })).map(({ seq }) => seq)).toEqual([0, 1, 2]);
      await chain.close();
      await expectRecovered(fileSystem, new Map([[1, first.hash]]));
    },
  );
});

describe('an incomplete last frame', () => {
  it('is cut off, wherever it ends', async () => {
    const written = createFakeFileSystem();
    const chain = await openTestChain({ fileSystem: written });
    await chain.append(aDraft(1), anAttachment(1));
    const segment = `${chainDirectory}/0000000000000000.seg`;
    const before = written.contents(segment).length;
    await chain.append(aDraft(2), anAttachment(2));
    const after = written.contents(segment).length;
    for (let end = before; end < after; end++) {
      const fileSystem = written.clone();
      fileSystem.tamper(segment, (bytes) => bytes.slice(0, end));
      const reopened = await openTestChain({ fileSystem });
      expect(reopened.size(), `cut at ${end}`).toBe(2);
      expect(fileSystem.contents(segment)).toHaveLength(before);
      await reopened.close();
    }
  });
});

function tearLast(fileSystem: FakeFileSystem): void {
  const last = fileSystem.paths().findLast((path) => path.endsWith('.seg'));
  if (last === undefined) throw new Error('no segment');
  fileSystem.tamper(last, (bytes) => Buffer.concat([bytes, bytes.subarray(8, 100)]));
}
