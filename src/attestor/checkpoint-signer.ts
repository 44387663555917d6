/**
 * Signs checkpoints of the chain whose receipts its key signs (receipts reference 4). It keeps the Merkle tree over the
 * records it signed by itself and prints what it signs by itself, so that no caller can have it vouch for two histories.
 */
import { type AsyncSigningKey, appendLeaves, emptyMerkleRange, isMerkleRange, rootOf } from '@assay/sdk/crypto';
import { type ReceiptRecord, signCheckpoint } from '@assay/sdk/receipts';
import { refusal } from './refusal.ts';

type MerkleRange = typeof emptyMerkleRange;

/** A record that was signed, with its raw hash. */
export interface SignedRecord {
  readonly record: ReceiptRecord;
  readonly hash: Uint8Array;
}

export interface CheckpointOrder {
  readonly chainId: string;
  /** The end of a batch of receipts that was signed. */
  readonly size: number;
  /** The tree before the epoch: others signed those records, and their hashes are not known here. */
  readonly base: MerkleRange;
}

export interface CheckpointSigner {
  /** Is told of every batch of receipts once it is signed, in order. */
  follow(batch: readonly SignedRecord[]): void;
  /** The whole signed note. @throws AppError `attestor_refused`. */
  sign(order: CheckpointOrder): Promise<string>;
}

/** Where the chain stood after a batch. */
interface End {
  readonly size: number;
  readonly head: Uint8Array;
  /** Unknown until the tree before the first epoch is. */
  readonly tree: MerkleRange | undefined;
  /** Hashes of the batch, for as long as the tree is unknown. */
  readonly leaves: readonly Uint8Array[];
}

/** Checkpoints are asked for within a second; older ends than these are forgotten. */
const maxEnds = 1024;

/** Makes the signer of one key. */
export function createCheckpointSigner(key: Pick<AsyncSigningKey, 'jwk' | 'sign'>): CheckpointSigner {
  let chainId: string | undefined;
  let ends: End[] = [];
  let lastSize = 0;
  /** An import put records between that the key did not sign: the tree goes on from where nobody here can check. */
  let isBroken = false;

  const start = (record: ReceiptRecord): void => {
    chainId = record.chain_id;
    const tree = record.seq === 0 ? emptyMerkleRange : undefined;
    ends = [{ size: record.seq, head: new Uint8Array(0), tree, leaves: [] }];
  };

  /** The tree at an end, once the caller has said what came before all that was signed here. */
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
      throw refusal(`no batch of receipts that ended at ${size} is known with what came before it`);
    }
    const settled = { ...end, tree: known, leaves: [] };
    // Everything before it is settled with it: smaller checkpoints are not signed any more.
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
      if (isBroken) throw refusal('records of others stand between those that this key signed; it has to be renewed');
      if (order.chainId !== chainId) throw refusal('this key signs the checkpoints of another chain');
      if (order.size < lastSize) throw refusal(`this key has signed a checkpoint of ${lastSize} records already`);
      const { size, head, tree } = treeAt(order);
      if (head.length === 0) throw refusal('this key has signed no record of that checkpoint');
      // INVARIANT: never back. With one tree that only grows, no size ever gets two roots.
      lastSize = size;
      return signCheckpoint(key, { chainId, size, root: rootOf(tree), head: Buffer.from(head).toString('hex') });
    },
  };
}
