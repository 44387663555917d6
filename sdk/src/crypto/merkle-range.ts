/**
 * The compact range of an append-only Merkle tree (RFC 6962 section 2.1): the roots of its largest perfect subtrees from
 * the left, at most one for each power of two. It is all that appending, and the root, ever need. No Node API.
 */
import type { ProofCrypto } from './proof-crypto.ts';

/** The first `size` leaves of a tree. A plain value: extending it makes another. */
export interface MerkleRange {
  readonly size: number;
  /** Roots of the perfect subtrees, largest first: one for each bit that is set in `size`. */
  readonly hashes: readonly Uint8Array[];
}

export const emptyMerkleRange: MerkleRange = Object.freeze({ size: 0, hashes: Object.freeze([]) });

/** Hashes at once; the digest must be a buffer of its own. */
export type Sha256 = (data: Uint8Array) => Uint8Array;

export const hashBytes = 32;
const leafPrefix = 0;
const nodePrefix = 1;

/** Takes leaves one after the other, for a row that is too long to hold. */
export interface MerkleBuilder {
  add(leaf: Uint8Array): void;
  /** Where it stands now. */
  range(): MerkleRange;
}

/** Goes on behind a range. Distinct prefixes keep a node from being passed off as a leaf. */
export function buildMerkleRange(start: MerkleRange, sha256: Sha256): MerkleBuilder {
  const hashes = [...start.hashes];
  let { size } = start;
  return {
    add(leaf) {
      let hash = sha256(leafMessage(leaf));
      // A set bit at the low end is a perfect subtree of the same size as what is carried: the two become one.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = sha256(nodeMessage(takeLast(hashes), hash));
      hashes.push(hash);
      size += 1;
    },
    range: () => ({ size, hashes: [...hashes] }),
  };
}

/** The same where hashes may come later, as in a browser. Calls must follow one another. */
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

/** The range with more leaves at its end. */
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

/** The root of the tree; of an empty one SHA-256 of nothing. */
export function merkleRangeRoot({ hashes }: MerkleRange, sha256: Sha256): Uint8Array {
  const last = hashes.at(-1);
  if (last === undefined) return sha256(new Uint8Array(0));
  return hashes.slice(0, -1).reduceRight((right, left) => sha256(nodeMessage(left, right)), last);
}

/** True for as many 32-byte hashes as the size has bits set. */
export function isMerkleRange({ size, hashes }: MerkleRange): boolean {
  if (!Number.isSafeInteger(size) || size < 0) return false;
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return hashes.length === bits && hashes.every((hash) => hash.length === hashBytes);
}

/** What a leaf is the hash of: 0x00 || leaf. */
export function leafMessage(leaf: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + leaf.length);
  message[0] = leafPrefix;
  message.set(leaf, 1);
  return message;
}

/** What an inner node is the hash of: 0x01 || left || right. */
export function nodeMessage(left: Uint8Array, right: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = nodePrefix;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return message;
}
