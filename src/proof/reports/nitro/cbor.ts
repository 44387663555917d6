/**
 * A strict reader for the part of CBOR (RFC 8949) that Nitro documents use. Every value has one accepted encoding
 * (section 4.2.1: shortest and definite lengths), so that no byte around the signed ones can change unnoticed.
 */

export type CborValue = number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** Why bytes are not accepted CBOR. `isLength` when they are too short or too long for their declared length. */
export class CborError extends Error {
  readonly isLength: boolean;
  constructor(message: string, isLength = false) {
    super(message);
    this.name = 'CborError';
    this.isLength = isLength;
  }
}

export interface CborLimits {
  readonly maxDepth: number;
  /** Items altogether, containers included. */
  readonly maxItems: number;
}

interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly limits: CborLimits;
  at: number;
  items: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the single value in the bytes. @throws CborError */
export function readCbor(bytes: Uint8Array, limits: CborLimits): CborValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cursor: Cursor = { bytes, view, limits, at: 0, items: 0 };
  const value = readValue(cursor, 1);
  if (cursor.at !== bytes.length) throw new CborError('there are bytes after the value', true);
  return value;
}

function readValue(cursor: Cursor, depth: number): CborValue {
  const { maxDepth, maxItems } = cursor.limits;
  if (depth > maxDepth) throw new CborError('values are nested too deeply');
  cursor.items += 1;
  if (cursor.items > maxItems) throw new CborError('there are too many values');
  const first = takeByte(cursor);
  const major = first >> 5;
  if (major === 7) return readSimple(first);
  const argument = readArgument(cursor, first & 0x1f);
  switch (major) {
    case 0:
      return argument;
    case 1:
      return toNegative(argument);
    case 2:
      return takeBytes(cursor, argument);
    case 3:
      return toText(takeBytes(cursor, argument));
    case 4:
      return readArray(cursor, argument, depth);
    case 5:
      return readMap(cursor, argument, depth);
    default:
      throw new CborError('a tag is not accepted');
  }
}

function readSimple(first: number): boolean | null {
  if (first === 0xf4 || first === 0xf5) return first === 0xf5;
  if (first === 0xf6) return null;
  throw new CborError('a simple value or float is not accepted');
}

function readArray(cursor: Cursor, length: number, depth: number): CborValue[] {
  const values: CborValue[] = [];
  // Each value takes at least a byte, so a false length stops at the end of the bytes or at the item limit.
  while (values.length < length) values.push(readValue(cursor, depth + 1));
  return values;
}

function readMap(cursor: Cursor, length: number, depth: number): CborMap {
  const map = new Map<number | string, CborValue>();
  for (let index = 0; index < length; index += 1) {
    const key = readValue(cursor, depth + 1);
    if (typeof key !== 'number' && typeof key !== 'string') throw new CborError('a key has the wrong type');
    if (map.has(key)) throw new CborError('a key occurs twice');
    map.set(key, readValue(cursor, depth + 1));
  }
  return map;
}

function readArgument(cursor: Cursor, info: number): number {
  if (info < 24) return info;
  if (info > 27) throw new CborError('a length is indefinite or reserved');
  const size = 2 ** (info - 24);
  const start = cursor.at;
  takeBytes(cursor, size);
  const value = readUnsigned(cursor.view, start, size);
  if (value < (smallest[info - 24] ?? 0)) throw new CborError('a number or length is not in its shortest form');
  if (value > Number.MAX_SAFE_INTEGER) throw new CborError('a number is too large');
  return value;
}

/** Below these, a shorter form exists. */
const smallest: readonly number[] = [24, 0x100, 0x1_0000, 0x1_0000_0000];

function readUnsigned(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at);
  if (size === 4) return view.getUint32(at);
  // Rounded above 2^53, which the caller refuses.
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
}

function toNegative(argument: number): number {
  if (argument >= Number.MAX_SAFE_INTEGER) throw new CborError('a number is too large');
  return -1 - argument;
}

function toText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CborError('a text is not UTF-8');
  }
}

function takeByte(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new CborError('a value is cut off', true);
  cursor.at += 1;
  return byte;
}

function takeBytes(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw new CborError('a value is cut off', true);
  const taken = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return taken;
}
