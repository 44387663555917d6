/** Merkle tree hash of RFC 6962 section 2.1: one root that commits to an ordered list. */
import { hash } from 'node:crypto';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/**
 * The root over leaves in order: leaf = SHA-256(0x00 || leaf), node = SHA-256(0x01 || left || right), none = SHA-256("").
 * Distinct prefixes keep a node from being passed off as a leaf.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  // Perfect subtrees still open, largest first: at most one per level, as in a binary counter.
  const open: { size: number; root: Uint8Array }[] = [];
  for (const leaf of leaves) {
    let size = 1;
    let root = hashParts([leafPrefix, leaf]);
    for (let left = open.at(-1); left !== undefined && left.size === size; left = open.at(-1)) {
      open.pop();
      root = hashParts([nodePrefix, left.root, root]);
      size *= 2;
    }
    open.push({ size, root });
  }
  const last = open.pop();
  if (last === undefined) return hashParts([]);
  return open.reduceRight((right, left) => hashParts([nodePrefix, left.root, right]), last.root);
}

function hashParts(parts: readonly Uint8Array[]): Uint8Array {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
