/**
 * The Merkle tree over a long sequence of hashes, for verification: two digests for each leaf, and only the roots of
 * the perfect subtrees are kept (RFC 6962 section 2.1). It equals the tree of `buildMerkleRange`, without an object
 * for each node.
 */
import { hashBytes } from '../crypto/merkle-range.ts';
import { fromHex } from './record-bytes.ts';

export interface HexTree {
  add(leaf: Uint8Array): Promise<void>;
  /** Adds a hash in hex. */
  addHex(leaf: string): void;
  root(): Promise<Uint8Array>;
}

const leafPrefix = 0;
const nodePrefix = 1;
/** One more than the number of roots of any size. */
const maxRoots = 64;

/** Starts an empty tree. */
export function buildHexTree(sha256Hex: (data: Uint8Array) => string): HexTree {
  // Roots of the perfect subtrees, largest first, after one spare byte: two neighbours with the byte before them are
  // the message of their node, once that byte is its prefix.
  const roots = new Uint8Array(1 + maxRoots * hashBytes);
  const messages = Array.from({ length: maxRoots - 1 }, (_, left) =>
    roots.subarray(left * hashBytes, (left + 2) * hashBytes + 1),
  );
  const leafMessage = new Uint8Array(1 + hashBytes);
  leafMessage[0] = leafPrefix;
  let size = 0;
  let height = 0;

  /** Gives the digest over the last two of `count` roots. */
  const hashNode = (count: number): string => {
    const start = (count - 2) * hashBytes;
    const covered = roots[start] ?? 0;
    roots[start] = nodePrefix;
    const message = messages[count - 2];
    if (message === undefined) throw new RangeError('the tree has more leaves than a number can count');
    const hash = sha256Hex(message);
    roots[start] = covered;
    return hash;
  };

  /** Adds the digest of the message in `leafMessage` after the roots, and merges perfect subtrees. */
  const push = (): void => {
    writeHex(sha256Hex(leafMessage), roots, 1 + height * hashBytes);
    height += 1;
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
      const hash = hashNode(height);
      height -= 1;
      writeHex(hash, roots, 1 + (height - 1) * hashBytes);
    }
    size += 1;
  };

  return {
    async add(leaf) {
      leafMessage.set(leaf, 1);
      push();
    },
    addHex(leaf) {
      writeHex(leaf, leafMessage, 1);
      push();
    },
    async root() {
      if (height === 0) return fromHex(sha256Hex(new Uint8Array(0)));
      const kept = roots.slice();
      for (let count = height; count > 1; count--) writeHex(hashNode(count), roots, 1 + (count - 2) * hashBytes);
      const root = roots.slice(1, 1 + hashBytes);
      roots.set(kept);
      return root;
    },
  };
}

function writeHex(hex: string, target: Uint8Array, at: number): void {
  for (let index = 0; index < hashBytes; index++) {
    const high = digits[hex.charCodeAt(2 * index)] ?? 0;
    target[at + index] = (high << 4) | (digits[hex.charCodeAt(2 * index + 1)] ?? 0);
  }
}

/** Values of the lower-case hex digits by their code. */
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(code))),
);
