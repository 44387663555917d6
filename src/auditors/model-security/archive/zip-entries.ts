/** Reads both descriptions of a zip member: the central directory and the local header. */

import type { ByteSource } from '../byte-source.ts';
import type { ZipEnd } from './zip-end.ts';

export interface ZipHeader {
  name: string;
  rawName: Uint8Array;
  flags: number;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
}

export interface ZipEntry extends ZipHeader {
  localOffset: number;
  /** A symbolic link, by its Unix mode. */
  isLink: boolean;
  /** The name in the Info-ZIP Unicode field, which some readers prefer. */
  otherName?: string;
}

/** The directory's entries; `damaged` if count, size and content do not agree. */
export interface ZipDirectory {
  entries: ZipEntry[];
  damaged: boolean;
  limited: boolean;
}

const entryBytes = 46;
const localBytes = 30;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const maxDirectoryBytes = 64 * 1024 * 1024;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads the directory by its size, as some readers do, and checks it against its count, which others use. */
export async function readDirectory(source: ByteSource, end: ZipEnd, maxEntries: number): Promise<ZipDirectory> {
  const size = Math.min(end.directorySize, maxDirectoryBytes);
  const bytes = Buffer.from(await source.read(end.directoryOffset, size));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + entryBytes <= bytes.length && bytes.readUInt32LE(at) === entrySignature && entries.length < maxEntries) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + entryBytes + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) break;
    entries.push(readEntry(bytes, at, nameLength, extraLength, end.prefix));
    at = next;
  }
  const limited = size < end.directorySize || entries.length >= maxEntries;
  return { entries, limited, damaged: !limited && (at !== end.directorySize || entries.length !== end.entries) };
}

function readEntry(bytes: Buffer, at: number, nameLength: number, extraLength: number, prefix: number): ZipEntry {
  const rawName = bytes.subarray(at + entryBytes, at + entryBytes + nameLength);
  const extra = readExtra(bytes.subarray(at + entryBytes + nameLength, at + entryBytes + nameLength + extraLength));
  const size = bytes.readUInt32LE(at + 24);
  const packedSize = bytes.readUInt32LE(at + 20);
  const localOffset = bytes.readUInt32LE(at + 42);
  const [long, , next] = takeLong(extra.long, size);
  const [longPacked, , last] = takeLong(next, packedSize);
  const [longOffset] = takeLong(last, localOffset);
  return {
    name: decoder.decode(rawName),
    rawName,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: longPacked,
    size: long,
    localOffset: longOffset + prefix,
    isLink: bytes.readUInt32LE(at + 38) >>> 28 === 0xa,
    ...(extra.name === undefined ? {} : { otherName: extra.name }),
  };
}

/** 0xffffffff refers to the next number of the zip64 field. */
function takeLong(long: Buffer, value: number): [value: number, isLong: boolean, rest: Buffer] {
  if (value !== 0xffffffff || long.length < 8) return [value, false, long];
  return [Number(long.readBigUInt64LE(0)), true, long.subarray(8)];
}

function readExtra(extra: Buffer): { long: Buffer; name?: string } {
  let long = Buffer.alloc(0);
  let name: string | undefined;
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = extra.readUInt16LE(at);
    const length = extra.readUInt16LE(at + 2);
    const data = extra.subarray(at + 4, at + 4 + length);
    if (id === 0x0001) long = Buffer.from(data);
    if (id === 0x7075 && data.length > 5) name = decoder.decode(data.subarray(5));
    at += 4 + length;
  }
  return name === undefined ? { long } : { long, name };
}

/** Reads the local header of a member and finds where its data begin; undefined without a header there. */
export async function readLocal(
  source: ByteSource,
  offset: number,
): Promise<(ZipHeader & { dataOffset: number }) | undefined> {
  const head = Buffer.from(await source.read(offset, localBytes));
  if (head.length < localBytes || head.readUInt32LE(0) !== localSignature) return undefined;
  const nameLength = head.readUInt16LE(26);
  const extraLength = head.readUInt16LE(28);
  const rest = Buffer.from(await source.read(offset + localBytes, nameLength + extraLength));
  if (rest.length < nameLength + extraLength) return undefined;
  const rawName = rest.subarray(0, nameLength);
  const [size, , next] = takeLong(readExtra(rest.subarray(nameLength)).long, head.readUInt32LE(22));
  const [packedSize] = takeLong(next, head.readUInt32LE(18));
  return {
    name: decoder.decode(rawName),
    rawName,
    flags: head.readUInt16LE(6),
    method: head.readUInt16LE(8),
    crc: head.readUInt32LE(14),
    packedSize,
    size,
    dataOffset: offset + localBytes + nameLength + extraLength,
  };
}
