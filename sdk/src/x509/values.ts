/** The values of DER elements (X.690 section 8, 11): each function reads one type and refuses every second spelling. */
import { DerError, type DerNode, derTag, expectTag } from './der.ts';

/** Gives an object identifier in dotted form. @throws DerError */
export function toOid(node: DerNode | undefined): string {
  const { content } = expectTag(node, derTag.oid);
  const arcs: number[] = [];
  let arc = 0;
  let isStart = true;
  for (const byte of content) {
    if (isStart && byte === 0x80) throw new DerError('an object identifier is not in its shortest form');
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw new DerError('an object identifier is too large');
    isStart = byte < 0x80;
    if (!isStart) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first, ...rest] = arcs;
  if (first === undefined || !isStart) throw new DerError('an object identifier is cut off');
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

/**
 * Gives the magnitude of a non-negative integer, big endian, without leading zeros (zero is one zero byte). @throws
 * DerError
 */
export function toUnsigned(node: DerNode | undefined): Uint8Array {
  const { content } = expectTag(node, derTag.integer);
  const [first, second] = content;
  if (first === undefined) throw new DerError('an integer is empty');
  if (first >= 0x80) throw new DerError('an integer is negative');
  if (first !== 0 || second === undefined) return content;
  if (second < 0x80) throw new DerError('an integer is not in its shortest form');
  return content.subarray(1);
}

/** A non-negative integer up to 2^53-1. @throws DerError */
export function toNumber(node: DerNode | undefined): number {
  let value = 0;
  for (const byte of toUnsigned(node)) {
    value = value * 256 + byte;
    if (value > Number.MAX_SAFE_INTEGER) throw new DerError('an integer is too large');
  }
  return value;
}

/** @throws DerError */
export function toBoolean(node: DerNode | undefined): boolean {
  const { content } = expectTag(node, derTag.boolean);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new DerError('a boolean is malformed');
  return content[0] === 0xff;
}

/** Gives the bits of a bit string and the number of unused bits of the last byte, which must be zero. @throws DerError */
export function toBits(node: DerNode | undefined): { bytes: Uint8Array; unused: number } {
  const { content } = expectTag(node, derTag.bitString);
  const unused = content[0];
  const bytes = content.subarray(1);
  if (unused === undefined || unused > 7) throw new DerError('a bit string is malformed');
  const last = bytes.at(-1) ?? 0;
  if ((bytes.length === 0 && unused > 0) || (last & ((1 << unused) - 1)) !== 0) {
    throw new DerError('a bit string has bits after its end');
  }
  return { bytes, unused };
}

/** A bit string of whole bytes, such as a signature. @throws DerError */
export function toWholeBits(node: DerNode | undefined): Uint8Array {
  const { bytes, unused } = toBits(node);
  if (unused !== 0) throw new DerError('the length of a bit string is not a whole number of bytes');
  return bytes;
}

/**
 * Gives a character string as text; each byte or code unit is one character for the types without an own encoding.
 * @throws DerError
 */
export function toText(node: DerNode): string {
  if (node.tag === derTag.utf8) return decodeUtf8(node.content);
  return Array.from(node.content, (byte) => String.fromCharCode(byte)).join('');
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new DerError('a text is not UTF-8', { cause });
  }
}

const utcTime = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
const generalizedTime = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/**
 * Gives milliseconds since the epoch of a UTCTime or GeneralizedTime in the forms that RFC 5280 4.1.2.5 allows.
 * @throws DerError
 */
export function toTime(node: DerNode | undefined): number {
  const { tag } = expectTag(node);
  if (node === undefined || (tag !== derTag.utcTime && tag !== derTag.generalizedTime)) {
    throw new DerError('a time has the wrong type');
  }
  const match = (tag === derTag.utcTime ? utcTime : generalizedTime).exec(toText(node));
  if (match === null) throw new DerError('a time is malformed');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const century = tag === derTag.generalizedTime ? 0 : year < 50 ? 2000 : 1900;
  const at = new Date(0);
  at.setUTCFullYear(century + year, month - 1, day);
  at.setUTCHours(hour, minute, second);
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hour;
  if (!isReal || minute > 59 || second > 59) throw new DerError('a time does not exist');
  return at.getTime();
}
