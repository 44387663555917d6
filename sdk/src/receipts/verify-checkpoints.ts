/**
 * Compares a chain with checkpoints during verification: each must name the chain's record and root at its size. One
 * that a trusted witness cosigned reveals a cut-off end, or a second history.
 */
import { buildMerkleRangeLater } from '../crypto/merkle-range.ts';
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import type { AcceptedEntry, BreakReason, ChainBreak, ReceiptEpoch } from './chain-checker.ts';
import { findCosignatures, isSignedByEpoch, parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { buildHexTree } from './hex-tree.ts';
import type { NoteKey } from './signed-note.ts';

export interface CheckpointOptions {
  /** Signed checkpoints, as text: from an export's header, or from a witness. */
  readonly checkpoints?: readonly string[];
  /** Witnesses whose cosignatures count. */
  readonly witnesses?: readonly NoteKey[];
}

/** Results of the checkpoints. */
export interface CheckpointFindings {
  /** Largest size that a checkpoint of the chain's own key confirmed. */
  readonly checkpoint_size: number | null;
  /** Largest size that a trusted witness confirms, whether or not the chain reaches it. */
  readonly witnessed_size: number | null;
}

interface Expected {
  readonly checkpoint: SignedCheckpoint;
  readonly isWitnessed: boolean;
}

export interface CheckpointComparison {
  /** Compares the next entry of the chain. */
  accept(entry: AcceptedEntry, epoch: ReceiptEpoch): Promise<BreakReason | undefined>;
  /** Gives the smallest size above this one at which an entry must be compared. */
  nextSize(size: number): number;
  /** Counts an entry where nothing is compared; only with synchronous hashes. */
  pass(hash: string, size: number): void;
  /** Gives the remaining problems once the chain has ended. */
  finish(size: number, epochs: readonly ReceiptEpoch[]): Promise<ChainBreak | undefined>;
  findings(): CheckpointFindings;
}

/** Prepares the comparison; `undefined` when one of the texts is no checkpoint. */
export async function compareCheckpoints(
  { checkpoints = [], witnesses = [] }: CheckpointOptions,
  crypto: ProofCrypto,
): Promise<CheckpointComparison | undefined> {
  const expected: Expected[] = [];
  for (const text of checkpoints) {
    const checkpoint = parseCheckpoint(text);
    if (checkpoint === undefined) return undefined;
    expected.push({ checkpoint, isWitnessed: (await findCosignatures(checkpoint, witnesses, crypto)).length > 0 });
  }
  return createComparison(expected, crypto);
}

function createComparison(expected: readonly Expected[], crypto: ProofCrypto): CheckpointComparison {
  const fast = crypto.sha256Hex === undefined ? undefined : buildHexTree(crypto.sha256Hex);
  const tree = fast ?? buildMerkleRangeLater(crypto);
  const lastSize = Math.max(0, ...expected.map(({ checkpoint }) => checkpoint.size));
  const witnessed = expected.filter(({ isWitnessed }) => isWitnessed).map(({ checkpoint }) => checkpoint.size);
  let confirmed: number | null = null;

  const compare = async ({ checkpoint, isWitnessed }: Expected, entry: AcceptedEntry, epoch: ReceiptEpoch) => {
    if (checkpoint.chainId !== entry.record.chain_id) return 'checkpoint';
    const isSame = checkpoint.head === entry.hash && isEqual(checkpoint.root, await tree.root());
    const isSigned = await isSignedByEpoch(checkpoint, epoch.jwk, crypto);
    // A confirmed checkpoint of another history at this size proves a fork. Otherwise the text is just not one of
    // ours.
    if (!isSame) return isWitnessed || isSigned ? 'forked' : 'checkpoint';
    if (!isSigned) return 'checkpoint';
    confirmed = Math.max(confirmed ?? 0, checkpoint.size);
    return undefined;
  };

  return {
    async accept(entry, epoch) {
      const size = entry.record.seq + 1;
      if (size > lastSize) return undefined;
      await tree.add(entry.leaf);
      for (const one of expected) {
        const reason = one.checkpoint.size === size ? await compare(one, entry, epoch) : undefined;
        if (reason !== undefined) return reason;
      }
      return undefined;
    },
    nextSize: (size) => Math.min(...expected.map(({ checkpoint }) => checkpoint.size).filter((at) => at > size)),
    pass(hash, size) {
      if (size > lastSize) return;
      if (fast === undefined) throw new Error('the digest of this platform does not come at once');
      fast.addHex(hash);
    },
    async finish(size, epochs) {
      for (const { checkpoint, isWitnessed } of expected) {
        if (checkpoint.size <= size) continue;
        const signed = await Promise.all(epochs.map(({ jwk }) => isSignedByEpoch(checkpoint, jwk, crypto)));
        // The key of a later epoch that was cut off is unknown, so only a witness can confirm it.
        return { seq: size, reason: isWitnessed || signed.includes(true) ? 'truncated' : 'checkpoint' };
      }
      return undefined;
    },
    findings: () => ({
      checkpoint_size: confirmed,
      witnessed_size: witnessed.length === 0 ? null : Math.max(...witnessed),
    }),
  };
}

/** Compares public values; constant time is not needed. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
