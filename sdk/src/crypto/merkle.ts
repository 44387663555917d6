/** Merkle tree hash of RFC 6962 section 2.1 on Node: one root that commits to an ordered list. */
import { hash } from 'node:crypto';
import {
  buildMerkleRange,
  emptyMerkleRange,
  extendMerkleRange,
  type MerkleBuilder,
  type MerkleRange,
  merkleRangeRoot,
  type Sha256,
} from './merkle-range.ts';

const sha256: Sha256 = (data) => hash('sha256', data, 'buffer');

/**
 * Gives the root over leaves in order: leaf = SHA-256(0x00 || leaf), node = SHA-256(0x01 || left || right), none =
 * SHA-256("").
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return rootOf(appendLeaves(emptyMerkleRange, leaves));
}

/** Gives the range with more leaves at its end. */
export function appendLeaves(range: MerkleRange, leaves: Iterable<Uint8Array>): MerkleRange {
  return extendMerkleRange(range, leaves, sha256);
}

/** Gives the root of a compact range. */
export function rootOf(range: MerkleRange): Uint8Array {
  return merkleRangeRoot(range, sha256);
}

/** Takes leaves one by one, after a range. */
export function buildTree(start: MerkleRange = emptyMerkleRange): MerkleBuilder {
  return buildMerkleRange(start, sha256);
}
