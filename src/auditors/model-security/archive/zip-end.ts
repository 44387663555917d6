/** Finds the directory of a zip archive: every end record that a reader may choose (APPNOTE 4.3.16). */

import type { ByteSource } from '../byte-source.ts';

/** One end-of-central-directory record. */
export interface ZipEnd {
  offset: number;
  entries: number;
  directorySize: number;
  /** Offset of the directory in the file. */
  directoryOffset: number;
  /** Bytes before the archive, by which all its offsets are shifted. */
  prefix: number;
  /** Bytes after the record and its comment. */
  trailing: number;
  /** The two forms of the record contradict each other. */
  contradicts: boolean;
}

const endBytes = 22;
const maxComment = 65_535;
const endSignature = Buffer.from('504b0506', 'hex');
const locatorSignature = 0x07064b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
const maxCandidates = 8;

/** Finds the end record that readers use: the last one. */
export async function findZipEnd(source: ByteSource): Promise<ZipEnd | undefined> {
  return (await findZipEnds(source))[0];
}

/** Finds all end records that a directory precedes, the last one first. */
export async function findZipEnds(source: ByteSource): Promise<ZipEnd[]> {
  const from = Math.max(0, source.size - endBytes - maxComment);
  const tail = Buffer.from(await source.read(from, endBytes + maxComment));
  const ends: ZipEnd[] = [];
  let at = tail.lastIndexOf(endSignature);
  for (let tried = 0; at !== -1 && tried < maxCandidates; tried += 1) {
    if (at + endBytes <= tail.length) {
      const end = await readEnd(source, tail, at, from);
      if (end !== undefined) ends.push(end);
    }
    at = at === 0 ? -1 : tail.lastIndexOf(endSignature, at - 1);
  }
  return ends;
}

async function readEnd(source: ByteSource, tail: Buffer, at: number, from: number): Promise<ZipEnd | undefined> {
  const offset = from + at;
  const comment = tail.readUInt16LE(at + 20);
  const short = {
    entries: tail.readUInt16LE(at + 10),
    directorySize: tail.readUInt32LE(at + 12),
    directoryOffset: tail.readUInt32LE(at + 16),
  };
  const long = await readEnd64(source, offset);
  const said = long ?? short;
  const recordStart = long === undefined ? offset : long.offset;
  const prefix = recordStart - said.directorySize - said.directoryOffset;
  if (!Number.isSafeInteger(prefix) || prefix < 0) return undefined;
  const directoryOffset = said.directoryOffset + prefix;
  if (said.entries > 0 && !(await startsWithEntry(source, directoryOffset))) return undefined;
  return {
    offset,
    entries: said.entries,
    directorySize: said.directorySize,
    directoryOffset,
    prefix,
    trailing: Math.max(0, source.size - offset - endBytes - comment),
    contradicts: long !== undefined && contradicts(short, long),
  };
}

interface Said {
  entries: number;
  directorySize: number;
  directoryOffset: number;
}

/** True if a field differs between the short and the long record. A short field may refer to the long one. */
function contradicts(short: Said, long: Said): boolean {
  return (
    (short.entries !== 0xffff && short.entries !== long.entries) ||
    (short.directorySize !== 0xffffffff && short.directorySize !== long.directorySize) ||
    (short.directoryOffset !== 0xffffffff && short.directoryOffset !== long.directoryOffset)
  );
}

async function readEnd64(source: ByteSource, endOffset: number): Promise<(Said & { offset: number }) | undefined> {
  if (endOffset < 76) return undefined;
  const locator = Buffer.from(await source.read(endOffset - 20, 20));
  if (locator.length < 20 || locator.readUInt32LE(0) !== locatorSignature) return undefined;
  const offset = endOffset - 20 - 56;
  const record = Buffer.from(await source.read(offset, 56));
  if (record.length < 56 || record.readUInt32LE(0) !== end64Signature) return undefined;
  return {
    offset,
    entries: Number(record.readBigUInt64LE(32)),
    directorySize: Number(record.readBigUInt64LE(40)),
    directoryOffset: Number(record.readBigUInt64LE(48)),
  };
}

async function startsWithEntry(source: ByteSource, offset: number): Promise<boolean> {
  const head = Buffer.from(await source.read(offset, 4));
  return head.length === 4 && head.readUInt32LE(0) === entrySignature;
}
