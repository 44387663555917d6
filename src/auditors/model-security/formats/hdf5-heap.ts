// Finds objects in the fractal heaps of HDF5: a doubling table of blocks, addressed by an offset that counts through
// all of them.

import { type Hdf5File, openAt, toAddress } from './hdf5-file.ts';

export interface Hdf5Heap {
  /** Gives the bytes of an object by its heap id; undefined for a kind that is not followed. */
  read: (id: Uint8Array) => Promise<Uint8Array | undefined>;
}

interface HeapShape {
  offsetBytes: number;
  lengthBytes: number;
  width: number;
  /** Logarithms of the sizes of the first and the largest direct block. */
  firstLog: number;
  directLog: number;
  root: number;
  rootRows: number;
}

const headerBytes = 142;
const maxTableDepth = 8;

/** Opens the heap at an address; undefined if its blocks are filtered or its sizes are invalid. */
export async function openHeap(file: Hdf5File, address: number): Promise<Hdf5Heap | undefined> {
  const shape = await readShape(file, address);
  if (shape === undefined) return undefined;
  return {
    async read(id) {
      const kind = ((id[0] ?? 0) >> 4) & 3;
      const tinyLength = ((id[0] ?? 0) & 15) + 1;
      if (kind === 2) return id.subarray(1, 1 + tinyLength);
      if (kind !== 0) return undefined;
      const offset = readNumber(id, 1, shape.offsetBytes);
      const length = readNumber(id, 1 + shape.offsetBytes, shape.lengthBytes);
      const place = await locate(file, shape, shape.root, shape.rootRows, offset, 0);
      return place === undefined ? undefined : openAt(file, place).read(length);
    },
  };
}

async function readShape(file: Hdf5File, address: number): Promise<HeapShape | undefined> {
  const cursor = openAt(file, address);
  await cursor.need(headerBytes);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== 'FRHP') return undefined;
  cursor.skip(3);
  const filterBytes = cursor.u16();
  cursor.skip(1);
  const maxManaged = cursor.u32();
  // Next huge id, tree of huge objects, free space twice, sizes and counts of managed, huge and tiny objects.
  cursor.skip(96);
  const width = cursor.u16();
  const firstSize = toAddress(cursor.u64());
  const directSize = toAddress(cursor.u64());
  const heapBits = cursor.u16();
  cursor.skip(2);
  const root = cursor.u64();
  const rootRows = cursor.u16();
  const [firstLog, directLog] = [Math.log2(firstSize), Math.log2(directSize)];
  const isSane = Number.isInteger(firstLog) && Number.isInteger(directLog) && firstLog <= directLog && directLog <= 40;
  if (filterBytes !== 0 || !isSane || width === 0 || width > 1024 || heapBits > 52 || rootRows > 64) return undefined;
  const lengthBytes = Math.min(Math.floor((directLog + 7) / 8), Math.floor(Math.log2(Math.max(1, maxManaged)) / 8) + 1);
  const offsetBytes = Math.ceil(heapBits / 8);
  return { offsetBytes, lengthBytes, width, firstLog, directLog, root: toAddress(root), rootRows };
}

/** Locates a heap offset in the file, below a block with this many rows (none: a direct block). */
async function locate(
  file: Hdf5File,
  shape: HeapShape,
  address: number,
  rows: number,
  offset: number,
  depth: number,
): Promise<number | undefined> {
  file.spend();
  if (rows === 0) return address + offset;
  if (depth >= maxTableDepth) return undefined;
  let start = 0;
  for (let row = 0; row < rows; row += 1) {
    const sizeLog = shape.firstLog + Math.max(0, row - 1);
    const size = 2 ** sizeLog;
    if (offset >= start + size * shape.width) {
      start += size * shape.width;
      continue;
    }
    const column = Math.floor((offset - start) / size);
    const child = await readChild(file, shape, address, row * shape.width + column);
    if (child === undefined) return undefined;
    // Blocks above the largest direct size are tables themselves.
    const inner = sizeLog <= shape.directLog ? 0 : sizeLog - shape.firstLog - Math.log2(shape.width) + 1;
    if (!Number.isInteger(inner)) return undefined;
    return locate(file, shape, child, inner, offset - start - column * size, depth + 1);
  }
  return undefined;
}

async function readChild(file: Hdf5File, shape: HeapShape, table: number, index: number): Promise<number | undefined> {
  const signature = openAt(file, table);
  await signature.need(4);
  if (Buffer.from(signature.take(4)).toString('latin1') !== 'FHIB') return undefined;
  // Signature, version, address of the header, offset of the table; then the children.
  const cursor = openAt(file, table + 13 + shape.offsetBytes + index * 8);
  await cursor.need(8);
  return toAddress(cursor.u64());
}

function readNumber(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = width - 1; index >= 0; index -= 1) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}
