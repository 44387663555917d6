/**
 * The compact range of an append-only Merkle tree (RFC 6962 section 2.1): the roots of its largest perfect subtrees
 * from the left, at most one for each power of two. Appending and the root need nothing else. No Node API.
 */
import type { ProofCrypto } from './proof-crypto.ts';

/** The first `size` leaves of a tree. A plain value: extending it creates another. */
export interface MerkleRange {
  readonly size: number;
  /** Roots of the perfect subtrees, largest first: one for each set bit of `size`. */
  readonly hashes: readonly Uint8Array[];
}

export const emptyMerkleRange: MerkleRange = Object.freeze({ size: 0, hashes: Object.freeze([]) });

/** Hashes synchronously; the digest must be a new buffer. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

export const hashBytes = 32;
const leafPrefix = 0;
const nodePrefix = 1;

/** Takes leaves one by one, for sequences too long for memory. */
export interface MerkleBuilder {
  add(leaf: Uint8Array): void;
  /** Gives the current range. */
  range(): MerkleRange;
}

/** Continues after a range. Distinct prefixes keep a node from being taken for a leaf. */
export function buildMerkleRange(start: MerkleRange, sha256: Sha256): MerkleBuilder {
  const hashes = [...start.hashes];
  let { size } = start;
  return {
    add(leaf) {
      let hash = sha256(leafMessage(leaf));
      // A set low bit is a perfect subtree of the same size as the carried one: the two become one.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = sha256(nodeMessage(takeLast(hashes), hash));
      hashes.push(hash);
      size += 1;
    },
    range: () => ({ size, hashes: [...hashes] }),
  };
}

/** The asynchronous variant, as in a browser. Calls must not overlap. */
export function buildMerkleRangeLater(crypto: Pick<ProofCrypto, 'sha256'>) {
  const hashes: Uint8Array[] = [];
  let size = 0;
  return {
    async add(leaf: Uint8Array): Promise<void> {
      let hash = crypto.sha256(leafMessage(leaf));
      if (hash instanceof Promise) hash = await hash;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        hash = crypto.sha256(nodeMessage(takeLast(hashes), hash));
        if (hash instanceof Promise) hash = await hash;
      }
      hashes.push(hash);
      size += 1;
    },
    async root(): Promise<Uint8Array> {
      let right = hashes.at(-1) ?? (await crypto.sha256(new Uint8Array(0)));
      for (const left of hashes.slice(0, -1).reverse()) right = await crypto.sha256(nodeMessage(left, right));
      return right;
    },
  };
}

/** Gives the range with more leaves at its end. */
export function extendMerkleRange(range: MerkleRange, leaves: Iterable<Uint8Array>, sha256: Sha256): MerkleRange {
  const builder = buildMerkleRange(range, sha256);
  for (const leaf of leaves) builder.add(leaf);
  return builder.range();
}

function takeLast(hashes: Uint8Array[]): Uint8Array {
  const last = hashes.pop();
  if (last === undefined) throw new Error('a compact range has a root for each bit of its size');
  return last;
}

/** Gives the root of the tree; SHA-256 of nothing for an empty one. */
export function merkleRangeRoot({ hashes }: MerkleRange, sha256: Sha256): Uint8Array {
  const last = hashes.at(-1);
  if (last === undefined) return sha256(new Uint8Array(0));
  return hashes.slice(0, -1).reduceRight((right, left) => sha256(nodeMessage(left, right)), last);
}

/** True if there is one 32-byte hash for each set bit of the size. */
export function isMerkleRange({ size, hashes }: MerkleRange): boolean {
  if (!Number.isSafeInteger(size) || size < 0) return false;
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return hashes.length === bits && hashes.every((hash) => hash.length === hashBytes);
}

/** Gives the hashed message of a leaf: 0x00 || leaf. */
export function leafMessage(leaf: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + leaf.length);
  message[0] = leafPrefix;
  message.set(leaf, 1);
  return message;
}

/** Gives the hashed message of an inner node: 0x01 || left || right. */
export function nodeMessage(left: Uint8Array, right: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = nodePrefix;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return message;
}
