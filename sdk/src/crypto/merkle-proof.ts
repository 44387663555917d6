/**
 * Inclusion and consistency proofs of an append-only Merkle tree (RFC 9162 section 2.1): the subtrees of a proof, and
 * its check. Bit operations are avoided, because sizes go up to 2^53. No Node API.
 */
import { hashBytes, leafMessage, nodeMessage } from './merkle-range.ts';
import type { Awaitable, ProofCrypto } from './proof-crypto.ts';

/** Leaves from `start` to `end`, exclusive. */
export interface LeafSpan {
  readonly start: number;
  readonly end: number;
}

type Sha256 = Pick<ProofCrypto, 'sha256'>;

/** A tree of 2^53 leaves is no deeper. */
const maxProofHashes = 64;

/** Lists the subtrees that prove the inclusion of a leaf, in proof order (RFC 9162 section 2.1.3.1). */
export function inclusionSpans(index: number, size: number): LeafSpan[] {
  assertSizes(index < size, index, size);
  const spans: LeafSpan[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      spans.push({ start: middle, end });
      end = middle;
    } else {
      spans.push({ start, end: middle });
      start = middle;
    }
  }
  return spans.reverse();
}

/** Lists the subtrees that prove that a tree extends a smaller one, in proof order (RFC 9162 section 2.1.4.1). */
export function consistencySpans(from: number, to: number): LeafSpan[] {
  assertSizes(from <= to, from, to);
  if (from === 0 || from === to) return [];
  const spans: LeafSpan[] = [];
  let start = 0;
  let end = to;
  while (from !== end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      spans.push({ start: middle, end });
      end = middle;
    } else {
      spans.push({ start, end: middle });
      start = middle;
    }
  }
  // The verifier knows the smaller root, so a whole subtree at the start is left out.
  if (start > 0) spans.push({ start, end });
  return spans.reverse();
}

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  /** The leaf's own bytes, unhashed. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** True when the leaf is at its index in the tree of that size and root (RFC 9162 section 2.1.3.2). */
export async function verifyInclusion(claim: InclusionClaim, crypto: Sha256): Promise<boolean> {
  const { index, size, proof, root } = claim;
  if (!isPlace(index, size) || !isProof(proof)) return false;
  let node = index;
  let last = size - 1;
  let hash = await crypto.sha256(leafMessage(claim.leaf));
  for (const part of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = await join(part, hash, crypto);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = half(last);
      }
    } else {
      hash = await join(hash, part, crypto);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && isEqual(hash, root);
}

export interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** True when the larger tree starts with the leaves of the smaller one (RFC 9162 section 2.1.4.2). */
export async function verifyConsistency(claim: ConsistencyClaim, crypto: Sha256): Promise<boolean> {
  const { from, to, fromRoot, toRoot, proof } = claim;
  if (!isSize(from) || !isSize(to) || from > to || !isProof(proof)) return false;
  if (from === to) return proof.length === 0 && isEqual(fromRoot, toRoot);
  // Every tree extends the empty one, whose root is fixed.
  if (from === 0) return proof.length === 0 && isEqual(fromRoot, await crypto.sha256(new Uint8Array(0)));
  const path = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let node = from - 1;
  let last = to - 1;
  while (node % 2 === 1) {
    node = half(node);
    last = half(last);
  }
  let older = first;
  let newer = first;
  for (const part of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      older = await join(part, older, crypto);
      newer = await join(part, newer, crypto);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = half(last);
      }
    } else {
      newer = await join(newer, part, crypto);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && isEqual(older, fromRoot) && isEqual(newer, toRoot);
}

const half = (value: number): number => Math.floor(value / 2);
const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isPlace = (index: number, size: number): boolean => isSize(index) && isSize(size) && index < size;

function isProof(proof: readonly Uint8Array[]): boolean {
  return proof.length <= maxProofHashes && proof.every((hash) => hash.length === hashBytes);
}

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}

/** Gives the largest power of two below a size of two or more, where RFC 6962 splits a tree. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function join(left: Uint8Array, right: Uint8Array, crypto: Sha256): Awaitable<Uint8Array> {
  return crypto.sha256(nodeMessage(left, right));
}

/** Compares public values; constant time is not needed. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function assertSizes(ordered: boolean, small: number, large: number): void {
  if (!isSize(small) || !isSize(large) || !ordered) throw new RangeError('a proof needs a place within a tree');
}
