/**
 * The Merkle tree of a chain, from the stored receipts. Complete subtrees of 256 leaves, and of 256 of those, are stored, so that
 * a proof reads a few hundred rows whatever the length of the chain.
 */
import { appendLeaves, emptyMerkleRange, type LeafSpan, rootOf, sha256 } from '@assay/sdk/crypto';
import type { ReceiptStore, Tile } from './store.ts';

export interface ChainTree {
  /** Gives the root over the leaves of a span of a proof; `undefined` if one of its records is missing. */
  hashSpan(orgId: string, chainId: string, span: LeafSpan): Promise<Uint8Array | undefined>;
  /** Stores complete subtrees up to a size, at most `maxTiles` at once. */
  extend(orgId: string, chainId: string, size: number, maxTiles: number): Promise<void>;
}

const tileLevels = [8, 16, 24] as const;
const tileWidth = 256;

/** Binds the tree to the stored receipts. */
export function createChainTree(store: ReceiptStore): ChainTree {
  /** Reads the nodes of a stored level, or the leaves; `undefined` if one is missing or duplicate. */
  const readRow = async (
    orgId: string,
    chainId: string,
    row: { level: number; from: number; to: number },
  ): Promise<Uint8Array[] | undefined> => {
    const { level, from, to } = row;
    if (level > 0) {
      const tiles = await store.listTiles(orgId, chainId, level, from, to);
      return tiles.length === to - from ? tiles.map(({ hash }) => Buffer.from(hash, 'hex')) : undefined;
    }
    const leaves = await store.listLeaves(orgId, chainId, from, to);
    const isWhole = leaves.length === to - from && leaves.every(({ seq }, index) => seq === from + index);
    return isWhole ? leaves.map(({ hash }) => Buffer.from(hash, 'hex')) : undefined;
  };

  /** Gives the root of the perfect subtree number `number` of a level. */
  const hashNode = async (
    orgId: string,
    chainId: string,
    { level, number }: { level: number; number: number },
  ): Promise<Uint8Array | undefined> => {
    const below = Math.max(0, ...tileLevels.filter((kept) => kept <= level));
    const width = 2 ** (level - below);
    const row = { level: below, from: number * width, to: (number + 1) * width };
    const nodes = await readRow(orgId, chainId, row);
    if (nodes === undefined) return undefined;
    return below === 0 ? rootOf(appendLeaves(emptyMerkleRange, nodes)) : foldNodes(nodes);
  };

  const makeTiles = async (orgId: string, chainId: string, level: number, size: number, maxTiles: number) => {
    const have = await store.countTiles(orgId, chainId, level);
    const tiles: Tile[] = [];
    const end = Math.min(Math.floor(size / 2 ** level), have + maxTiles);
    for (let number = have; number < end; number++) {
      const row = { level: level - 8, from: number * tileWidth, to: (number + 1) * tileWidth };
      const nodes = await readRow(orgId, chainId, row);
      if (nodes === undefined) break;
      const root = level === 8 ? rootOf(appendLeaves(emptyMerkleRange, nodes)) : foldNodes(nodes);
      tiles.push({ level, number, hash: Buffer.from(root).toString('hex') });
    }
    await store.insertTiles(orgId, chainId, tiles);
  };

  return {
    async hashSpan(orgId, chainId, span) {
      const roots: Uint8Array[] = [];
      for (const node of toNodes(span)) {
        const root = await hashNode(orgId, chainId, node);
        if (root === undefined) return undefined;
        roots.push(root);
      }
      return roots.reduceRight((right, left) => hashPair(left, right));
    },
    async extend(orgId, chainId, size, maxTiles) {
      for (const level of tileLevels) await makeTiles(orgId, chainId, level, size, maxTiles);
    },
  };
}

/** Gives the perfect subtrees that make up a span, from left to right. */
function toNodes({ start, end }: LeafSpan): { level: number; number: number }[] {
  const nodes: { level: number; number: number }[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    nodes.push({ level, number: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** Gives the root over nodes whose number is a power of two. */
function foldNodes(nodes: readonly Uint8Array[]): Uint8Array {
  let row = [...nodes];
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, at) => hashPair(pick(row[2 * at]), pick(row[2 * at + 1])));
  }
  return pick(row[0]);
}

function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([nodePrefix, left, right]));
}

const nodePrefix = Uint8Array.of(1);

function pick(node: Uint8Array | undefined): Uint8Array {
  if (node === undefined) throw new Error('a row of a Merkle tree has a gap');
  return node;
}
