/** Proofs from a chain's own log, hashed in one pass over the records with constant memory. */
import { appendLeaves, buildTree, rootOf } from '../crypto/merkle.ts';
import { consistencySpans, inclusionSpans, type LeafSpan } from '../crypto/merkle-proof.ts';
import { emptyMerkleRange, type MerkleRange } from '../crypto/merkle-range.ts';
import type { LeafWindow } from './leaf-window.ts';

export interface ChainProofs {
  /** Gives the compact range at a size, starting from the nearest known one. */
  rangeAt(size: number): Promise<MerkleRange>;
  /** Proves that the tree of one size starts with that of a smaller one. */
  consistency(from: number, to: number): Promise<Uint8Array[]>;
  /** Proves that a record is in the tree of a size. */
  inclusion(seq: number, size: number): Promise<Uint8Array[]>;
}

/** Binds proofs to a chain; `known` gives the available ranges. */
export function createChainProofs(window: LeafWindow, known: () => readonly MerkleRange[]): ChainProofs {
  const rangeAt = async (size: number): Promise<MerkleRange> => {
    const start = known().reduce((best, range) => (range.size <= size && range.size > best.size ? range : best), empty);
    const tree = buildTree(start);
    for await (const leaf of window.leaves(start.size, size)) tree.add(leaf);
    return tree.range();
  };

  const hashSpan = async ({ start, end }: LeafSpan): Promise<Uint8Array> => {
    const tree = buildTree();
    for await (const leaf of window.leaves(start, end)) tree.add(leaf);
    return rootOf(tree.range());
  };

  /** Hashes in log order, so that the log is read once, and returns the hashes in proof order. */
  const hashSpans = async (spans: readonly LeafSpan[]): Promise<ReadonlyMap<LeafSpan, Uint8Array>> => {
    const hashes = new Map<LeafSpan, Uint8Array>();
    for (const span of [...spans].sort((left, right) => left.start - right.start)) {
      hashes.set(span, await hashSpan(span));
    }
    return hashes;
  };

  return {
    rangeAt,
    async consistency(from, to) {
      const spans = consistencySpans(from, to);
      const before = await rangeAt(spans.length === 0 ? 0 : from);
      const behind = await hashSpans(spans.filter(({ start }) => start >= from));
      // The subtrees before `from` are those of the compact range there, from left to right.
      const starts = spans.map(({ start }) => start).filter((start) => start < from);
      const inOrder = [...starts].sort((left, right) => left - right);
      return spans.map((span) => pick(behind.get(span) ?? before.hashes[inOrder.indexOf(span.start)]));
    },
    async inclusion(seq, size) {
      const spans = inclusionSpans(seq, size);
      const hashes = await hashSpans(spans);
      return spans.map((span) => pick(hashes.get(span)));
    },
  };
}

const empty = appendLeaves(emptyMerkleRange, []);

function pick(hash: Uint8Array | undefined): Uint8Array {
  if (hash === undefined) throw new Error('a subtree of the proof was not hashed');
  return hash;
}
