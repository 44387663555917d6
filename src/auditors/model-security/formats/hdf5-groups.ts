// Lists the members of HDF5 groups: the old form has them in a B-tree of symbol nodes, the new one in link messages.

import { StopInspectionError } from './guarded.ts';
import { type Hdf5File, openAt, toAddress } from './hdf5-file.ts';

export interface Hdf5Link {
  kind: 'hard' | 'soft' | 'external' | 'unknown';
  address?: number;
}

const maxTreeLevel = 16;
const hardLink = 0;
const softLink = 1;
const externalLink = 64;

export function parseLink(bytes: Uint8Array): Hdf5Link {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = bytes[1] ?? 0;
  let at = 2;
  const type = (flags & 8) === 0 ? hardLink : (bytes[at++] ?? 0);
  at += ((flags & 4) === 0 ? 0 : 8) + ((flags & 16) === 0 ? 0 : 1);
  const width = 2 ** (flags & 3);
  if (bytes[0] !== 1 || at + width > bytes.length) return { kind: 'unknown' };
  let nameLength = 0;
  for (let index = width - 1; index >= 0; index -= 1) nameLength = nameLength * 256 + (bytes[at + index] ?? 0);
  at += width + nameLength;
  if (type === externalLink) return { kind: 'external' };
  if (type === softLink) return { kind: 'soft' };
  if (type !== hardLink || at + 8 > bytes.length) return { kind: 'unknown' };
  return { kind: 'hard', address: toAddress(view.getBigUint64(at, true)) };
}

/** Lists the object headers of a group in a B-tree (message type 17: its address and its heap's). */
export async function listOldGroup(file: Hdf5File, bytes: Uint8Array): Promise<number[]> {
  if (bytes.length < 16) throw new StopInspectionError('format_malformed', { more: 'A symbol table is cut.' });
  const root = toAddress(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true));
  const found: number[] = [];
  const queue = [root];
  const seen = new Set(queue);
  for (let address = queue.pop(); address !== undefined; address = queue.pop()) {
    file.spend();
    const children = await readTreeNode(file, address);
    if (children.level === 0) {
      for (const child of children.addresses) found.push(...(await readSymbolNode(file, child)));
      continue;
    }
    for (const child of children.addresses) {
      if (!seen.has(child)) queue.push(child);
      seen.add(child);
    }
  }
  return found;
}

async function readTreeNode(file: Hdf5File, address: number): Promise<{ level: number; addresses: number[] }> {
  const cursor = openAt(file, address);
  await cursor.need(24);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== 'TREE' || cursor.u8() !== 0) {
    throw new StopInspectionError('format_malformed', { offset: address, more: 'No tree of a group.' });
  }
  const level = cursor.u8();
  const entries = cursor.u16();
  if (level > maxTreeLevel) throw new StopInspectionError('format_limit', { offset: address });
  cursor.skip(16);
  const addresses: number[] = [];
  for (let index = 0; index < entries; index += 1) {
    file.spend();
    await cursor.need(16);
    // A key (the offset of a name), then a child.
    cursor.skip(8);
    addresses.push(toAddress(cursor.u64()));
  }
  return { level, addresses };
}

async function readSymbolNode(file: Hdf5File, address: number): Promise<number[]> {
  const cursor = openAt(file, address);
  await cursor.need(8);
  if (Buffer.from(cursor.take(4)).toString('latin1') !== 'SNOD') {
    throw new StopInspectionError('format_malformed', { offset: address, more: 'No symbol node.' });
  }
  cursor.skip(2);
  const entries = cursor.u16();
  const addresses: number[] = [];
  for (let index = 0; index < entries; index += 1) {
    file.spend();
    await cursor.need(40);
    cursor.skip(8);
    const header = cursor.u64();
    const cacheType = cursor.u32();
    cursor.skip(20);
    // A soft link (2) has a name instead of a header.
    if (cacheType !== 2) addresses.push(toAddress(header));
  }
  return addresses;
}
