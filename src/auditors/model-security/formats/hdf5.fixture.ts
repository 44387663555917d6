// Writes small HDF5 files for tests: superblock version 0, one root group, attributes and links.

import { u8, u16, u32, u64 } from './bytes.fixture.ts';

/** A message of the root's header. */
export interface HeaderMessage {
  type: number;
  data: Buffer;
}

const superblockBytes = 96;
const stringType = Buffer.concat([u8(0x13, 0, 0, 0), u32(0)]);
/** Strings of any length: class 9, type string; its base is a one-byte string. */
const variableType = Buffer.concat([u8(0x19, 1, 0, 0), u32(16), u8(0x13, 0, 0, 0), u32(1)]);
const scalarSpace = u8(1, 0, 0, 0, 0, 0, 0, 0);

/** An attribute with a text of a fixed length inside the message. */
export function fixedAttribute(name: string, text: string): HeaderMessage {
  const type = Buffer.from(stringType);
  type.writeUInt32LE(text.length, 4);
  return attribute(name, type, Buffer.from(text));
}

/** An attribute whose text is object `index` of the global heap at `address`. */
export function heapAttribute(name: string, length: number, address: number, index = 1): HeaderMessage {
  return attribute(name, variableType, Buffer.concat([u32(length), u64(address), u32(index)]));
}

function attribute(name: string, type: Buffer, value: Buffer): HeaderMessage {
  const text = Buffer.from(`${name}\0`);
  const sizes = Buffer.concat([u16(text.length), u16(type.length), u16(scalarSpace.length)]);
  return { type: 12, data: Buffer.concat([u8(1, 0), sizes, pad(text), pad(type), pad(scalarSpace), value]) };
}

/** A link message to another file (type 64). */
export function externalLink(name: string): HeaderMessage {
  const target = Buffer.from('\0/etc/passwd\0/x\0');
  return { type: 6, data: Buffer.concat([u8(1, 8, 64, name.length), Buffer.from(name), u16(target.length), target]) };
}

/** A file whose root has these messages; `after` follows the header. */
export function buildHdf5(messages: readonly HeaderMessage[], after = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat(
    messages.flatMap(({ type, data }) => [u16(type), u16(pad(data).length), u8(0, 0, 0, 0), pad(data)]),
  );
  const header = Buffer.concat([u8(1, 0), u16(messages.length), u32(1), u32(body.length), u32(0), body]);
  const superblock = Buffer.concat([
    Buffer.from('894844460d0a1a0a', 'hex'),
    u8(0, 0, 0, 0, 0, 8, 8, 0),
    u16(4),
    u16(16),
    u32(0),
    u64(0),
    u64(2n ** 64n - 1n),
    u64(superblockBytes + header.length + after.length),
    u64(2n ** 64n - 1n),
    u64(0),
    u64(superblockBytes),
    u32(0),
    u32(0),
    Buffer.alloc(16),
  ]);
  return Buffer.concat([superblock, header, after]);
}

/** A file whose one attribute is in a global heap. */
export function buildHdf5WithHeap(name: string, text: string): Buffer {
  const empty = buildHdf5([heapAttribute(name, text.length, 0)]);
  const content = pad(Buffer.from(text));
  const object = Buffer.concat([u16(1), u16(1), u32(0), u64(text.length), content]);
  const heap = Buffer.concat([
    Buffer.from('GCOL'),
    u8(1, 0, 0, 0),
    u64(16 + object.length + 16),
    object,
    Buffer.alloc(16),
  ]);
  return buildHdf5([heapAttribute(name, text.length, empty.length)], heap);
}

/** Parts of a file with one message of the root in a heap; each can be changed. */
export interface DenseParts {
  /** 21 for an attribute, 2 for a link. */
  infoType: 2 | 21;
  message: Buffer;
  filterBytes?: number;
  /** The first byte of the heap id: 0 managed, 0x10 huge, 0x20 tiny. */
  idKind?: number;
}

/** A file whose root has a fractal heap and a tree with one record. */
export function buildDenseHdf5({ infoType, message, filterBytes = 0, idKind = 0 }: DenseParts): Buffer {
  const info = (at: number) => ({
    type: infoType,
    data: Buffer.concat([u8(0, 0), u64(at), u64(at + heapHeaderBytes)]),
  });
  const start = buildHdf5([info(0)]).length;
  const isLink = infoType === 2;
  const id = Buffer.concat([u8(idKind), u32(blockHeadBytes), u16(message.length), ...(isLink ? [] : [u8(0)])]);
  const record = isLink ? Buffer.concat([u32(0), id]) : Buffer.concat([id, u8(0), u32(0), u32(0)]);
  const treeAt = start + heapHeaderBytes;
  const leafAt = treeAt + treeHeaderBytes;
  const blockAt = leafAt + 512;
  const heap = Buffer.concat([
    Buffer.from('FRHP'),
    u8(0),
    u16(id.length),
    u16(filterBytes),
    u8(0),
    u32(4096),
    Buffer.alloc(96),
    u16(4),
    u64(1024),
    u64(65_536),
    u16(32),
    u16(1),
    u64(blockAt),
    u16(0),
  ]);
  const tree = Buffer.concat([
    Buffer.from('BTHD'),
    u8(0, isLink ? 5 : 8),
    u32(512),
    u16(record.length),
    u16(0),
    u8(100, 40),
    u64(leafAt),
    u16(1),
    u64(1),
    u32(0),
  ]);
  const leaf = Buffer.concat([Buffer.from('BTLF'), u8(0, isLink ? 5 : 8), record, Buffer.alloc(512)]).subarray(0, 512);
  const block = Buffer.concat([Buffer.from('FHDB'), u8(0), u64(start), u32(0), message, Buffer.alloc(64)]);
  return buildHdf5([info(start)], Buffer.concat([heap, tree, leaf, block]));
}

const heapHeaderBytes = 142;
const treeHeaderBytes = 38;
const blockHeadBytes = 17;

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
}
