/**
 * Signs checkpoints of the chain whose receipts its key signs (docs/receipts.md). It keeps the Merkle tree over the
 * records it signed and builds the checkpoint text itself, so no caller can have it confirm two histories.
 */
import { type AsyncSigningKey, appendLeaves, emptyMerkleRange, isMerkleRange, rootOf } from '@assay/sdk/crypto';
import { type ReceiptRecord, signCheckpoint } from '@assay/sdk/receipts';
import { refusal } from './refusal.ts';

type MerkleRange = typeof emptyMerkleRange;

/** A signed record with its raw hash. */
export interface SignedRecord {
  readonly record: ReceiptRecord;
  readonly hash: Uint8Array;
}

export interface CheckpointOrder {
  readonly chainId: string;
  /** The end of a signed batch of receipts. */
  readonly size: number;
  /** The tree before the epoch: other keys signed those records, and their hashes are not known here. */
  readonly base: MerkleRange;
}

export interface CheckpointSigner {
  /** Call it with every batch of receipts once it is signed, in order. */
  follow(batch: readonly SignedRecord[]): void;
  /** Gives the whole signed note. @throws AppError `attestor_refused`. */
  sign(order: CheckpointOrder): Promise<string>;
}

/** The state of the chain after a batch. */
interface End {
  readonly size: number;
  readonly head: Uint8Array;
  /** Unknown until the tree before the first epoch is given. */
  readonly tree: MerkleRange | undefined;
  /** Hashes of the batch, while the tree is unknown. */
  readonly leaves: readonly Uint8Array[];
}

/** Checkpoints are requested within a second; older ends than these are forgotten. */
const maxEnds = 1024;

export function createCheckpointSigner(key: Pick<AsyncSigningKey, 'jwk' | 'sign'>): CheckpointSigner {
  let chainId: string | undefined;
  let ends: End[] = [];
  let lastSize = 0;
  /** True after an import of records that the key did not sign: the tree then continues from an unknown state. */
  let isBroken = false;

  const start = (record: ReceiptRecord): void => {
    chainId = record.chain_id;
    const tree = record.seq === 0 ? emptyMerkleRange : undefined;
    ends = [{ size: record.seq, head: new Uint8Array(0), tree, leaves: [] }];
  };

  /** The tree at an end; the caller says what precedes the records signed here. */
  const treeAt = (order: CheckpointOrder): End & { readonly tree: MerkleRange } => {
    const { base, size } = order;
    let known = ends.findLast((end) => end.tree !== undefined && end.size <= size)?.tree;
    if (known === undefined) {
      if (!isMerkleRange(base)) throw refusal('the tree before the epoch is not a compact range');
      known = base;
    }
    for (const end of ends) {
      if (end.size <= known.size || end.size > size) continue;
      if (end.size - end.leaves.length !== known.size) break;
      known = appendLeaves(known, end.leaves);
    }
    const end = ends.find((one) => one.size === size);
    if (end === undefined || known.size !== size) {
      throw refusal(`no batch of receipts that ended at ${size} is known`);
    }
    const settled = { ...end, tree: known, leaves: [] };
    // This fixes everything before it: smaller checkpoints are no longer signed.
    ends = [settled, ...ends.filter((one) => one.size > size)];
    return settled;
  };

  return {
    follow(batch) {
      const [first] = batch;
      const last = batch.at(-1);
      if (first === undefined || last === undefined) return;
      if (ends.length === 0) start(first.record);
      const before = ends.at(-1);
      if (before?.size !== first.record.seq) isBroken = true;
      const leaves = batch.map(({ hash }) => hash);
      const tree = before?.tree === undefined ? undefined : appendLeaves(before.tree, leaves);
      ends.push({ size: last.record.seq + 1, head: last.hash, tree, leaves: tree === undefined ? leaves : [] });
      if (ends.length > maxEnds) ends = ends.slice(-maxEnds);
    },
    async sign(order) {
      if (isBroken) throw refusal('there are records of other keys between the records of this key; renew it');
      if (order.chainId !== chainId) throw refusal('this key signs checkpoints of another chain');
      if (order.size < lastSize) throw refusal(`this key has signed a checkpoint of ${lastSize} records already`);
      const { size, head, tree } = treeAt(order);
      if (head.length === 0) throw refusal('this key has signed no record of that checkpoint');
      // INVARIANT: never back. With one tree that only grows, no size ever gets two roots.
      lastSize = size;
      return signCheckpoint(key, { chainId, size, root: rootOf(tree), head: Buffer.from(head).toString('hex') });
    },
  };
}
