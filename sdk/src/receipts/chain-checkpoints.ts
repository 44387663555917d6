/**
 * Checkpoints of a running chain: made at a durable end, signed by the key of the epoch, checked before use, and kept
 * beside the log with the witness's cosignatures.
 */
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import { rootOf } from '../crypto/merkle.ts';
import type { MerkleRange } from '../crypto/merkle-range.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { ChainEnd } from './batch.ts';
import { type ChainProofs, createChainProofs } from './chain-proofs.ts';
import { type Checkpoint, isSignedByEpoch, parseCheckpoint } from './checkpoint.ts';
import { type KeptCheckpoint, type KeptCheckpoints, saveCheckpoints } from './checkpoint-file.ts';
import type { FileSystem } from './file-system.ts';
import type { LeafWindow } from './leaf-window.ts';
import { ReceiptError } from './receipt-error.ts';

/** The text to sign, and the tree before this epoch, for a signer that computes the root by itself. */
export interface CheckpointRequest {
  readonly checkpoint: Checkpoint;
  readonly base: MerkleRange;
}

/** Gives the whole signed note. */
export type SignCheckpoint = (request: CheckpointRequest) => Promise<string>;

export interface ChainCheckpoints extends Omit<ChainProofs, 'rangeAt'> {
  /**
   * Gets a checkpoint of the current end signed; `undefined` before the current key has signed a record of the chain.
   * @throws ReceiptError `sign_failed`
   */
  checkpoint(sign: SignCheckpoint): Promise<KeptCheckpoint | undefined>;
  /** Gives the latest checkpoints of this chain, which another process may have made. */
  checkpoints(): { readonly latest?: KeptCheckpoint; readonly witnessed?: KeptCheckpoint };
  /**
   * Keeps a checkpoint of this chain that a witness cosigned. @throws ReceiptError `forked` when it is not of this
   * history
   */
  keepWitnessed(text: string): Promise<void>;
}

export interface CheckpointsOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly chainId: string;
  readonly clock: () => number;
  readonly window: LeafWindow;
  readonly kept: KeptCheckpoints;
  readonly committed: () => ChainEnd;
  /** The current key. It cannot confirm records after which another key has signed. */
  readonly publicKey: () => OkpPublicJwk;
  /** Makes an end durable. */
  readonly flush: (end: ChainEnd) => Promise<void>;
}

/**
 * Least time between two writes of the file. An unwritten checkpoint is signed again, or requested from the witness
 * again.
 */
const saveEveryMs = 1_000;

/** Binds checkpoints to a running chain. */
export function createChainCheckpoints(options: CheckpointsOptions) {
  const { fileSystem, directory, chainId, clock, committed } = options;
  let { kept } = options;
  const proofs = createChainProofs(options.window, (): MerkleRange[] => {
    const { tree, epochTree } = committed();
    return [tree, epochTree, kept.witnessed?.tree].filter((range) => range !== undefined);
  });
  let saved = kept;
  let savedAt = -Infinity;
  let saving: Promise<void> = Promise.resolve();
  let isClosed = false;

  const save = (): Promise<void> => {
    // Sequential, because they share a temporary file.
    saving = saving
      .catch(() => undefined)
      .then(async () => {
        if (saved === kept || isClosed) return;
        const next = kept;
        savedAt = clock();
        await saveCheckpoints(fileSystem, directory, next);
        saved = next;
      });
    return saving;
  };

  const saveNowAndThen = (): Promise<void> => (clock() - savedAt >= saveEveryMs ? save() : Promise.resolve());

  const make = async (end: ChainEnd, sign: SignCheckpoint): Promise<KeptCheckpoint | undefined> => {
    const { size, head, epoch, tree, epochTree } = end;
    if (head === null || epoch === undefined || epochTree === undefined) return undefined;
    if (epoch.jwk.x !== options.publicKey().x) return undefined;
    if (kept.latest?.checkpoint.size === size) return kept.latest;
    // INVARIANT: no checkpoint of what a loss of power could take back; it would read as a rollback.
    await options.flush(end);
    const checkpoint = { chainId, size, root: rootOf(tree), head };
    const text = await sign({ checkpoint, base: epochTree }).catch((cause: unknown) => {
      throw new ReceiptError('sign_failed', 'the checkpoint was not signed', { cause });
    });
    const signed = parseCheckpoint(text);
    if (signed === undefined || !isSame(signed, checkpoint)) throw notOurs();
    if (!(await isSignedByEpoch(signed, epoch.jwk, nodeProofCrypto))) throw notOurs();
    return { checkpoint: signed, text };
  };

  const api: ChainCheckpoints = {
    consistency: proofs.consistency,
    inclusion: proofs.inclusion,
    async checkpoint(sign) {
      const made = await make(committed(), sign);
      if (made === undefined || made === kept.latest) return made;
      if (made.checkpoint.size > (kept.latest?.checkpoint.size ?? 0)) kept = { ...kept, latest: made };
      await saveNowAndThen();
      return made;
    },
    checkpoints: () => ({
      ...(kept.latest === undefined ? {} : { latest: kept.latest }),
      ...(kept.witnessed === undefined ? {} : { witnessed: kept.witnessed }),
    }),
    async keepWitnessed(text) {
      const checkpoint = parseCheckpoint(text);
      if (checkpoint?.chainId !== chainId) throw new ReceiptError('chain_id', 'this is not a checkpoint of this chain');
      const { size } = checkpoint;
      if (size < (kept.witnessed?.checkpoint.size ?? 0)) return;
      if (size > committed().size) throw behind(size, committed().size);
      const tree = await proofs.rangeAt(size);
      if (Buffer.compare(rootOf(tree), checkpoint.root) !== 0) throw forkedAt(size);
      kept = { ...kept, witnessed: { checkpoint, text, tree } };
      await saveNowAndThen();
    },
  };
  const close = async (): Promise<void> => {
    await save();
    // A late answer of a witness must not write into a directory that another process may hold by now.
    isClosed = true;
  };
  return { ...api, close };
}

/** Compares the log on disk with the kept checkpoints. @throws ReceiptError `rollback`, `forked` */
export async function assertReaches(end: ChainEnd, { latest, witnessed }: KeptCheckpoints, window: LeafWindow) {
  for (const { checkpoint } of [latest, witnessed].filter((one) => one !== undefined)) {
    if (checkpoint.size > end.size) throw behind(checkpoint.size, end.size);
    for await (const leaf of window.leaves(checkpoint.size - 1, checkpoint.size)) {
      if (Buffer.from(leaf).toString('hex') !== checkpoint.head) throw forkedAt(checkpoint.size);
    }
  }
}

function isSame(left: Checkpoint, right: Checkpoint): boolean {
  const isSameChain = left.chainId === right.chainId && left.size === right.size && left.head === right.head;
  return isSameChain && Buffer.compare(left.root, right.root) === 0;
}

const notOurs = (): ReceiptError => new ReceiptError('sign_failed', 'the signer signed a different checkpoint');

const behind = (known: number, size: number): ReceiptError =>
  new ReceiptError(
    'rollback',
    `rollback detected: there are ${size} receipts on disk, but a checkpoint covers ${known}`,
    {
      detail: { seq: size, reason: 'truncated' },
    },
  );

const forkedAt = (size: number): ReceiptError =>
  new ReceiptError('forked', `the chain on disk differs from the one of the checkpoint at ${size} receipts`, {
    detail: { seq: size - 1, reason: 'forked' },
  });
