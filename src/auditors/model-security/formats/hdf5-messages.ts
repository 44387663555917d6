// Reads the messages of HDF5 object headers, versions 1 and 2, with their continuation blocks.

import { StopInspectionError } from './guarded.ts';
import { type Hdf5File, openAt, toAddress } from './hdf5-file.ts';

export interface Hdf5Message {
  type: number;
  bytes: Uint8Array;
  offset: number;
}

interface Block {
  at: number;
  length: number;
}

const continuationType = 16;
const sharedFlag = 2;
/** Larger than the header of an object with thousands of attributes. */
const maxBlockBytes = 16 * 1024 * 1024;

/** Reads all messages of the object at an address; `whole` is false if some are shared and stored elsewhere. */
export async function readMessages(
  file: Hdf5File,
  address: number,
): Promise<{ messages: Hdf5Message[]; whole: boolean }> {
  const cursor = openAt(file, address);
  await cursor.fill(64);
  await cursor.need(16);
  const first = cursor.take(4);
  const isSecond = Buffer.from(first).toString('latin1') === 'OHDR';
  const version = first[0];
  cursor.seek(address);
  if (!isSecond && version !== 1) {
    throw new StopInspectionError('format_malformed', { offset: address, more: 'No object header.' });
  }
  const { block, hasOrder } = isSecond ? await openSecond(file, address) : await openFirst(file, address);
  const blocks = [block];
  const seen = new Set<number>([block.at]);
  const messages: Hdf5Message[] = [];
  let whole = true;
  for (let next = blocks.shift(); next !== undefined; next = blocks.shift()) {
    file.spend();
    for (const { message, flags } of await readBlock(file, next, isSecond, hasOrder)) {
      if (message.type === continuationType) {
        const more = continuation(message, isSecond);
        if (!seen.has(more.at)) blocks.push(more);
        seen.add(more.at);
      } else {
        if ((flags & sharedFlag) !== 0) whole &&= message.type !== 12;
        messages.push(message);
      }
    }
  }
  return { messages, whole };
}

async function openFirst(file: Hdf5File, address: number): Promise<{ block: Block; hasOrder: boolean }> {
  const cursor = openAt(file, address);
  await cursor.need(16);
  cursor.skip(8);
  return { block: { at: address + 16, length: cursor.u32() }, hasOrder: false };
}

async function openSecond(file: Hdf5File, address: number): Promise<{ block: Block; hasOrder: boolean }> {
  const cursor = openAt(file, address);
  await cursor.fill(64);
  await cursor.need(12);
  cursor.skip(4);
  if (cursor.u8() !== 2) throw new StopInspectionError('format_malformed', { offset: address });
  const flags = cursor.u8();
  await cursor.need(Math.min(40, cursor.remaining()));
  cursor.skip(((flags & 0x20) === 0 ? 0 : 16) + ((flags & 0x10) === 0 ? 0 : 4));
  const width = flags & 3;
  await cursor.need(2 ** width);
  const length =
    width === 0 ? cursor.u8() : width === 1 ? cursor.u16() : width === 2 ? cursor.u32() : toAddress(cursor.u64());
  return { block: { at: cursor.position(), length }, hasOrder: (flags & 4) !== 0 };
}

function continuation({ bytes, offset }: Hdf5Message, isSecond: boolean): Block {
  if (bytes.length < 16) throw new StopInspectionError('format_malformed', { offset });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = toAddress(view.getBigUint64(0, true));
  const length = toAddress(view.getBigUint64(8, true));
  // Blocks of version 2 begin with `OCHK` and end with a checksum.
  return isSecond ? { at: at + 4, length: Math.max(0, length - 8) } : { at, length };
}

async function readBlock(
  file: Hdf5File,
  { at, length }: Block,
  isSecond: boolean,
  hasOrder: boolean,
): Promise<{ message: Hdf5Message; flags: number }[]> {
  if (length > maxBlockBytes) throw new StopInspectionError('format_limit', { offset: at });
  const cursor = openAt(file, at);
  const headBytes = isSecond ? (hasOrder ? 6 : 4) : 8;
  const found: { message: Hdf5Message; flags: number }[] = [];
  const end = at + length;
  while (cursor.position() + headBytes <= end) {
    file.spend();
    const offset = cursor.position();
    await cursor.need(headBytes);
    const type = isSecond ? cursor.u8() : cursor.u16();
    const size = cursor.u16();
    const flags = cursor.u8();
    cursor.skip(headBytes - (isSecond ? 4 : 5));
    if (cursor.position() + size > end) throw new StopInspectionError('format_malformed', { offset });
    found.push({ message: { type, bytes: await cursor.read(size), offset }, flags });
  }
  return found;
}
