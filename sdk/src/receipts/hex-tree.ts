/**
 * The Merkle tree over a long row of hashes, for verification: two digests for each leaf and nothing kept but the roots of
 * the perfect subtrees (RFC 6962 section 2.1). The same tree as `buildMerkleRange` makes, without an object for each node.
 */
import { hashBytes } from '../crypto/merkle-range.ts';

export interface HexTree {
  add(leaf: Uint8Array): Promise<void>;
  /** The same for a hash as hex. */
  addHex(leaf: string): void;
  root(): Promise<Uint8Array>;
}

const leafPrefix = 0;
const nodePrefix = 1;
/** Enough for every size that a number can say. */
const maxRoots = 64;

/** Starts an empty tree. */
export function buildHexTree(sha256Hex: (data: Uint8Array) => string): HexTree {
  const roots = new Uint8Array(maxRoots * hashBytes);
  const leafMessage = new Uint8Array(1 + hashBytes);
  const nodeMessage = new Uint8Array(1 + 2 * hashBytes);
  leafMessage[0] = leafPrefix;
  nodeMessage[0] = nodePrefix;
  let size = 0;
  let height = 0;

  const hashNode = (left: number): string => {
    for (let index = 0; index < hashBytes; index++) nodeMessage[1 + index] = roots[left + index] ?? 0;
    return sha256Hex(nodeMessage);
  };

  /** Puts the digest of the message in `leafMessage` behind the roots, and joins what has become perfect. */
  const push = (): void => {
    let hash = sha256Hex(leafMessage);
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
      height -= 1;
      writeHex(hash, nodeMessage, 1 + hashBytes);
      hash = hashNode(height * hashBytes);
    }
    writeHex(hash, roots, height * hashBytes);
    height += 1;
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
      const root = new Uint8Array(hashBytes);
      if (height === 0) writeHex(sha256Hex(new Uint8Array(0)), root, 0);
      else root.set(roots.subarray((height - 1) * hashBytes, height * hashBytes));
      for (let level = height - 2; level >= 0; level--) {
        nodeMessage.set(root, 1 + hashBytes);
        writeHex(hashNode(level * hashBytes), root, 0);
      }
      return root;
    },
  };
}

function writeHex(hex: string, target: Uint8Array, at: number): void {
  for (let index = 0; index < hashBytes; index++) {
    target[at + index] = (valueOf(hex.charCodeAt(2 * index)) << 4) | valueOf(hex.charCodeAt(2 * index + 1));
  }
}

/** Of a lower-case hex digit. */
const valueOf = (code: number): number => (code < 0x3a ? code - 0x30 : code - 0x57);
