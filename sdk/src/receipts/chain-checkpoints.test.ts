import { describe, expect, it } from 'vitest';
import { merkleRoot } from '../crypto/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../crypto/merkle-proof.ts';
import { nodeProofCrypto as crypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key, type SigningKey } from '../crypto/signing-key.ts';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import type { ReceiptChain } from './receipt-chain.ts';
import {
  aDraft,
  appendMany,
  attestationHash,
  aWitness,
  chainDirectory,
  checkpointsBy,
  openTestChain,
} from './receipts.fixture.ts';
import { signCheckpoint } from './sign-note.ts';

const small = { segmentBytes: 3000, maxBatch: 4 };

async function leavesOf(chain: ReceiptChain): Promise<Uint8Array[]> {
  const stored = await chain.read({ fromSeq: 0, limit: 10_000 });
  return stored.map(({ hash }) => Buffer.from(hash, 'hex'));
}

async function openSigned(options: { fileSystem?: FakeFileSystem; key?: SigningKey } = {}) {
  const key = options.key ?? createEd25519Key();
  const chain = await openTestChain({ ...small, ...options, key });
  const checkpoint = async () => {
    const made = await chain.checkpoint(checkpointsBy(key));
    if (made === undefined) throw new Error('no checkpoint');
    return made;
  };
  return { chain, key, checkpoint };
}

describe('a checkpoint of a running chain', () => {
  it('names size, head and the root over every record hash', async () => {
    const { chain, checkpoint } = await openSigned();
    await appendMany(chain, 9);
    const made = await checkpoint();
    expect(made.checkpoint).toMatchObject({ chainId: 'chain-1', size: 10, head: chain.head() });
    expect(Buffer.from(made.checkpoint.root)).toEqual(Buffer.from(merkleRoot(await leavesOf(chain))));
    expect(await chain.verify()).toMatchObject({ chain_intact: true, checkpoint_size: 10, truncated: 'unknown' });
  });

  it('is made once per size, and never before the current key signed anything', async () => {
    const { chain, key } = await openSigned();
    let asked = 0;
    const sign: ReturnType<typeof checkpointsBy> = (request) => {
      asked += 1;
      return checkpointsBy(key)(request);
    };
    expect(await chain.checkpoint(sign)).toBeUndefined();
    await appendMany(chain, 3);
    expect(await chain.checkpoint(sign)).toBe(await chain.checkpoint(sign));
    expect(asked).toBe(1);
    await chain.changeKey({ attestationHash, publicKey: createEd25519Key().jwk });
    expect(await chain.checkpoint(sign)).toBeUndefined();
  });

  it('is refused when the signer signs another one, or with another key', async () => {
    const { chain, key } = await openSigned();
    await appendMany(chain, 3);
    const wrong: Parameters<ReceiptChain['checkpoint']>[0][] = [
      ({ checkpoint }) => signCheckpoint(createEd25519Key(), checkpoint),
      ({ checkpoint }) => signCheckpoint(key, { ...checkpoint, size: 3 }),
      ({ checkpoint }) => signCheckpoint(key, { ...checkpoint, chainId: 'chain-2' }),
      async () => 'x',
      () => Promise.reject(new Error('refused')),
    ];
    for (const sign of wrong) await expect(chain.checkpoint(sign)).rejects.toMatchObject({ code: 'sign_failed' });
    expect(chain.checkpoints()).toEqual({});
  });

  it('gives the signer the tree before its own epoch', async () => {
    const fileSystem = createFakeFileSystem();
    const first = await openSigned({ fileSystem });
    await appendMany(first.chain, 6);
    const before = await first.checkpoint();
    await first.chain.close();
    const { chain, key } = await openSigned({ fileSystem });
    await appendMany(chain, 2);
    let size = 0;
    await chain.checkpoint(async ({ checkpoint, base }) => {
      size = base.size;
      return signCheckpoint(key, checkpoint);
    });
    expect(size).toBe(before.checkpoint.size);
  });

  it('makes everything durable first in a mode that syncs later', async () => {
    const fileSystem = createFakeFileSystem();
    const key = createEd25519Key();
    const chain = await openTestChain({ fileSystem, key, durability: 'async' });
    await appendMany(chain, 5);
    await chain.checkpoint(checkpointsBy(key));
    fileSystem.reboot('lost');
    expect((await openTestChain({ fileSystem })).size()).toBe(6);
  });
});

describe('proofs out of the log', () => {
  it('verify for every record and between every two sizes, from memory and after a restart', async () => {
    const fileSystem = createFakeFileSystem();
    const { chain, checkpoint } = await openSigned({ fileSystem });
    await appendMany(chain, 20);
    await chain.keepWitnessed(await (await aWitness()).cosign((await checkpoint()).text));
    await appendMany(chain, 7, 20);
    await expectProofs(chain);
    await chain.close();
    const again = await openTestChain({ fileSystem, ...small });
    await expectProofs(again);
    await appendMany(again, 3);
    await expectProofs(again);
  });

  async function expectProofs(chain: ReceiptChain): Promise<void> {
    const leaves = await leavesOf(chain);
    for (let to = 1; to <= leaves.length; to += 3) {
      const toRoot = merkleRoot(leaves.slice(0, to));
      for (let from = 0; from < to; from++) {
        const proof = await chain.inclusion(from, to);
        const leaf = leaves[from] ?? new Uint8Array();
        expect(await verifyInclusion({ index: from, size: to, leaf, proof, root: toRoot }, crypto)).toBe(true);
        const fromRoot = merkleRoot(leaves.slice(0, from));
        const consistency = await chain.consistency(from, to);
        expect(await verifyConsistency({ from, to, fromRoot, toRoot, proof: consistency }, crypto)).toBe(true);
      }
    }
  }
});

describe('a cosignature', () => {
  it('survives a restart, and its end is shown as not truncated', async () => {
    const fileSystem = createFakeFileSystem();
    const { chain, checkpoint } = await openSigned({ fileSystem });
    await appendMany(chain, 5);
    const witness = await aWitness();
    const cosigned = await witness.cosign((await checkpoint()).text);
    await chain.keepWitnessed(cosigned);
    await chain.close();
    const { chain: again } = await openSigned({ fileSystem });
    expect(again.checkpoints().witnessed?.text).toBe(cosigned);
    expect(await again.verify({ witnesses: [witness.key] })).toMatchObject({ witnessed_size: 6, truncated: false });
    expect(await again.verify()).toMatchObject({ witnessed_size: null, truncated: 'unknown' });
  });

  it('is refused for another history, another chain, or a size not reached', async () => {
    const { chain, key } = await openSigned();
    await appendMany(chain, 5);
    const root = merkleRoot(await leavesOf(chain));
    const head = chain.head() ?? '';
    const base = { chainId: 'chain-1', size: 6, root, head };
    const keep = async (change: object) => chain.keepWitnessed(await signCheckpoint(key, { ...base, ...change }));
    await expect(keep({ root: merkleRoot([]) })).rejects.toMatchObject({ code: 'forked' });
    await expect(keep({ chainId: 'chain-2' })).rejects.toMatchObject({ code: 'chain_id' });
    await expect(keep({ size: 7 })).rejects.toMatchObject({ code: 'rollback' });
    await keep({});
    await expect(keep({ size: 2 })).resolves.toBeUndefined();
    expect(chain.checkpoints().witnessed?.checkpoint.size).toBe(6);
  });
});

it('a cosignature after the chain was closed is not written', async () => {
  const fileSystem = createFakeFileSystem();
  const { chain, checkpoint } = await openSigned({ fileSystem });
  await appendMany(chain, 2);
  const cosigned = await (await aWitness()).cosign((await checkpoint()).text);
  await chain.close();
  fileSystem.arm(undefined);
  await chain.keepWitnessed(cosigned);
  expect(fileSystem.calls()).toBe(0);
});

describe('a directory that is behind its checkpoint', () => {
  async function aWitnessedDisk() {
    const fileSystem = createFakeFileSystem();
    const { chain, checkpoint } = await openSigned({ fileSystem });
    await appendMany(chain, 5);
    await checkpoint();
    const early = fileSystem.clone();
    await appendMany(chain, 5, 5);
    await checkpoint();
    await chain.close();
    return { fileSystem, early };
  }

  it('does not open: it was rolled back', async () => {
    const { fileSystem, early } = await aWitnessedDisk();
    const kept = fileSystem.contents(`${chainDirectory}/checkpoint.json`);
    early.tamper(`${chainDirectory}/checkpoint.json`, () => kept);
    await expect(openTestChain({ fileSystem: early, ...small })).rejects.toMatchObject({
      code: 'rollback',
      message: 'rollback detected: there are 6 receipts on disk, but a checkpoint covers 11',
    });
  });

  it('does not open with another history of the same length', async () => {
    const { fileSystem, early } = await aWitnessedDisk();
    const kept = fileSystem.contents(`${chainDirectory}/checkpoint.json`);
    const fork = await openTestChain({ fileSystem: early, ...small });
    await appendMany(fork, 9, 50);
    await fork.close();
    early.tamper(`${chainDirectory}/checkpoint.json`, () => kept);
    await expect(openTestChain({ fileSystem: early, ...small })).rejects.toMatchObject({ code: 'forked' });
  });

  it.each([
    ['no JSON', () => '{'],
    ['a checkpoint that is none', (text: string) => text.replace('head ', 'heel ')],
    ['a checkpoint of another chain', (text: string) => text.replaceAll('chain-1', 'chain-2')],
    ['an unknown member', (text: string) => text.replace('"v":1', '"v":1,"w":1')],
  ])('does not open with %s in its file, and leaves it', async (_name, change) => {
    const { fileSystem } = await aWitnessedDisk();
    const path = `${chainDirectory}/checkpoint.json`;
    fileSystem.tamper(path, (bytes) => Buffer.from(change(Buffer.from(bytes).toString())));
    const before = fileSystem.contents(path);
    await expect(openTestChain({ fileSystem, ...small })).rejects.toMatchObject({
      code: 'corrupt',
      detail: { file: 'checkpoint.json' },
    });
    expect(fileSystem.contents(path)).toEqual(before);
  });
});

describe('power lost at any call of the disk while checkpoints are made', () => {
  const losses = ['lost', 'kept', 'torn', 'zeros'] as const;

  /** Appends, checkpoints and has them witnessed, over two processes; returns the largest cosigned size. */
  async function run(fileSystem: FakeFileSystem): Promise<{ acknowledged: number; witnessed: number }> {
    const witness = await aWitness();
    let acknowledged = 0;
    let witnessed = 0;
    try {
      for (let opening = 0; opening < 2; opening++) {
        const { chain, checkpoint } = await openSigned({ fileSystem });
        for (let round = 0; round < 2; round++) {
          await appendMany(chain, 3, round * 3);
          acknowledged = chain.size();
          const made = await checkpoint();
          await chain.keepWitnessed(await witness.cosign(made.text));
          witnessed = made.checkpoint.size;
        }
        await chain.close();
      }
    } catch {
      // The armed fault.
    }
    return { acknowledged, witnessed };
  }

  it.each(losses)(
    'the chain opens, reaches the witnessed size, and continues, when unsynced data is %s',
    async (loss) => {
      const counted = createFakeFileSystem();
      await run(counted);
      for (let call = 1; call <= counted.calls(); call++) {
        for (const kind of ['before', 'after', 'error'] as const) {
          const fileSystem = createFakeFileSystem();
          fileSystem.arm({ call, kind });
          const { acknowledged, witnessed } = await run(fileSystem);
          fileSystem.reboot(loss);
          const { chain, checkpoint } = await openSigned({ fileSystem });
          expect(chain.size()).toBeGreaterThanOrEqual(Math.max(acknowledged, witnessed));
          await chain.append(aDraft());
          expect((await checkpoint()).checkpoint.size).toBe(chain.size());
          expect(await chain.verify({ mode: 'fast' })).toMatchObject({ chain_intact: true });
          await chain.close();
        }
      }
    },
  );
});
