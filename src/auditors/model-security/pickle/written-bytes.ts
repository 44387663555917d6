/**
 * Decodes bytes that a stream writes as text. Protocols 0 to 2 have no opcode for bytes: Python 3 writes them as
 * `_codecs.encode(text, 'latin1')`, Python 2 as a quoted line.
 */

import type { TextForm } from './values.ts';

const backslash = 0x5c;

/** Encodes UTF-8 text as Latin-1, up to the first character that is cut or not in Latin-1. */
export function latin1OfUtf8(text: Uint8Array): Uint8Array {
  const made = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let byte = text[at] ?? 0;
    if (byte >= 0x80) {
      const next = text[at + 1] ?? 0;
      if ((byte !== 0xc2 && byte !== 0xc3) || (next & 0xc0) !== 0x80) break;
      byte = ((byte & 0x03) << 6) | (next & 0x3f);
      at += 1;
    }
    made[length] = byte;
    length += 1;
  }
  return made.subarray(0, length);
}

/**
 * Gives the bytes of a line up to the first character outside the encoding: one byte for each character, or its UTF-8 with
 * `wide`.
 */
export function bytesOfLine(line: Uint8Array, form: Exclude<TextForm, 'utf8'>, wide = false): Uint8Array {
  const made = Buffer.allocUnsafe(line.length * 2);
  let length = 0;
  for (let at = form === 'quoted' ? behindQuote(line) : 0; at < line.length; ) {
    const found = line[at] === backslash ? readEscape(line, at + 1, form) : undefined;
    const point = found === undefined ? (line[at] ?? 0) : found.point;
    at += found === undefined ? 1 : 1 + found.length;
    if (point === undefined) continue;
    if (wide && point > 0x7f) length += made.write(String.fromCodePoint(point), length, 'utf8');
    else if (point > 0xff) break;
    else {
      made[length] = point;
      length += 1;
    }
  }
  return made.subarray(0, length);
}

function behindQuote(line: Uint8Array): number {
  return line.findIndex((byte) => byte === 0x22 || byte === 0x27) + 1;
}

interface Escape {
  /** Undefined if it yields no character (a line continuation). */
  point: number | undefined;
  /** Bytes after the backslash. */
  length: number;
}

/** Single-character escapes and their characters. */
const singles: ReadonlyMap<number, number | undefined> = new Map([
  [0x0a, undefined],
  [0x22, 0x22],
  [0x27, 0x27],
  [0x5c, 0x5c],
  [0x61, 0x07],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x76, 0x0b],
]);

/** Reads the escape after a backslash; undefined if it is none, and the backslash is literal. */
function readEscape(line: Uint8Array, at: number, form: 'escaped' | 'quoted'): Escape | undefined {
  const kind = line[at] ?? 0;
  if (form === 'escaped') {
    const digits = kind === 0x75 ? 4 : kind === 0x55 ? 8 : 0;
    const point = digits === 0 ? undefined : readDigits(line, at + 1, digits, 16);
    return point === undefined || point > 0x10ffff ? undefined : { point, length: digits + 1 };
  }
  if (kind === 0x78) {
    const point = readDigits(line, at + 1, 2, 16);
    return point === undefined ? undefined : { point, length: 3 };
  }
  for (const digits of [3, 2, 1]) {
    const point = readDigits(line, at, digits, 8);
    if (point !== undefined) return { point: point & 0xff, length: digits };
  }
  return singles.has(kind) ? { point: singles.get(kind), length: 1 } : undefined;
}

/** Reads a number of the given number of digits. */
function readDigits(line: Uint8Array, at: number, count: number, base: 8 | 16): number | undefined {
  let number = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = digitOf(line[index] ?? 0);
    if (digit >= base) return undefined;
    number = number * base + digit;
  }
  return number;
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
