// Lists links or attributes of HDF5 objects with many of them: a version 2 B-tree holds their heap ids.

import type { Cursor } from './cursor.ts';
import { type Hdf5File, openAt, toAddress } from './hdf5-file.ts';
import { openHeap } from './hdf5-heap.ts';

/** The storage place of an object's messages. */
export interface DensePlace {
  heap: bigint;
  tree: bigint;
  kind: 'links' | 'attributes';
}

interface Tree {
  nodeSize: number;
  recordSize: number;
  depth: number;
  root: number;
  rootRecords: number;
}

/** Trees sorted by name, with the position of the heap id in a record. */
const trees = {
  links: { type: 5, idAt: 4, idBytes: 7 },
  attributes: { type: 8, idAt: 0, idBytes: 8 },
} as const;
const sharedFlag = 2;
const nodeHeadBytes = 6;
const checksumBytes = 4;
const maxDepth = 6;

/** Gives the bytes of all messages; undefined if a part cannot be followed. */
export async function listDense(file: Hdf5File, place: DensePlace): Promise<Uint8Array[] | undefined> {
  const heap = await openHeap(file, toAddress(place.heap));
  const tree = await readTree(file, toAddress(place.tree), trees[place.kind].type);
  if (heap === undefined || tree === undefined) return undefined;
  const { idAt, idBytes } = trees[place.kind];
  const messages: Uint8Array[] = [];
  for (const record of (await listRecords(file, tree)) ?? [undefined]) {
    if (record === undefined) return undefined;
    // A shared attribute is stored elsewhere.
    if (place.kind === 'attributes' && ((record[idBytes] ?? 0) & sharedFlag) !== 0) return undefined;
    const message = await heap.read(record.subarray(idAt, idAt + idBytes));
    if (message === undefined) return undefined;
    messages.push(message);
  }
  return messages;
}

async function readTree(file: Hdf5File, address: number, type: number): Promise<Tree | undefined> {
  const cursor = openAt(file, address);
  await cursor.need(38);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== 'BTHD' || cursor.u8() !== 0) return undefined;
  if (cursor.u8() !== type) return undefined;
  const nodeSize = cursor.u32();
  const recordSize = cursor.u16();
  const depth = cursor.u16();
  cursor.skip(2);
  const root = cursor.u64();
  const rootRecords = cursor.u16();
  if (rootRecords === 0) return { nodeSize, recordSize, depth: 0, root: 0, rootRecords };
  if (recordSize < 9 || nodeSize <= recordSize + nodeHeadBytes + checksumBytes) return undefined;
  return { nodeSize, recordSize, depth, root: toAddress(root), rootRecords };
}

async function listRecords(file: Hdf5File, tree: Tree): Promise<Uint8Array[] | undefined> {
  if (tree.rootRecords === 0) return [];
  if (tree.depth > maxDepth) return undefined;
  const widths = totalWidths(tree);
  const records: Uint8Array[] = [];
  const queue = [{ address: tree.root, count: tree.rootRecords, depth: tree.depth }];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    const read = await readRecords(file, tree, node.address, node.count, node.depth === 0 ? 'BTLF' : 'BTIN');
    if (read === undefined) return undefined;
    records.push(...read);
    if (node.depth > 0) queue.push(...(await readChildren(file, tree, node, widths)));
  }
  return records;
}

/** Reads the children of an inner node: address, number of records and, above the leaves, number of all records below. */
async function readChildren(
  file: Hdf5File,
  tree: Tree,
  node: { address: number; count: number; depth: number },
  widths: readonly number[],
): Promise<{ address: number; count: number; depth: number }[]> {
  const cursor = openAt(file, node.address + nodeHeadBytes + node.count * tree.recordSize);
  const countBytes = widthOf(mostRecords(tree, 0));
  const totalBytes = widths[node.depth - 1] ?? 0;
  const children: { address: number; count: number; depth: number }[] = [];
  for (let child = 0; child <= node.count; child += 1) {
    file.spend();
    await cursor.need(8 + countBytes + totalBytes);
    const address = toAddress(cursor.u64());
    const count = readCount(cursor, countBytes);
    cursor.skip(totalBytes);
    children.push({ address, count, depth: node.depth - 1 });
  }
  return children;
}

/** Widths of the field that counts all records below a node, by the node's height (0 for leaves). */
function totalWidths(tree: Tree): number[] {
  const leaf = mostRecords(tree, 0);
  const widths = [0];
  let total = leaf;
  for (let depth = 1; depth < tree.depth; depth += 1) {
    const most = mostRecords(tree, 8 + widthOf(leaf) + (widths[depth - 1] ?? 0));
    total = (most + 1) * total + most;
    widths.push(widthOf(total));
  }
  return widths;
}

/** Largest number of records in a node whose child entries take the given number of bytes. */
function mostRecords({ nodeSize, recordSize }: Tree, pointerBytes: number): number {
  return Math.floor((nodeSize - nodeHeadBytes - checksumBytes - pointerBytes) / (recordSize + pointerBytes));
}

function widthOf(count: number): number {
  return Math.floor(Math.log2(Math.max(1, count)) / 8) + 1;
}

async function readRecords(
  file: Hdf5File,
  tree: Tree,
  address: number,
  count: number,
  signature: 'BTLF' | 'BTIN',
): Promise<Uint8Array[] | undefined> {
  file.spend(count + 1);
  if (nodeHeadBytes + count * tree.recordSize + checksumBytes > tree.nodeSize) return undefined;
  const cursor = openAt(file, address);
  await cursor.need(nodeHeadBytes);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== signature) return undefined;
  cursor.skip(2);
  const records: Uint8Array[] = [];
  for (let index = 0; index < count; index += 1) records.push(await cursor.read(tree.recordSize));
  return records;
}

function readCount(cursor: Cursor, width: number): number {
  let count = 0;
  for (let index = 0; index < width; index += 1) count += cursor.u8() * 256 ** index;
  return count;
}
