/** Reads opcodes and operands of a pickle through a window over its source; large strings are skipped, never held. */

import type { ByteSource } from '../byte-source.ts';
import type { OperandKind } from './opcodes.ts';

/** The operand of one opcode; the reader reuses the object. */
export interface Operand {
  /** Number, or length of a counted string or of a single line. */
  number: number;
  /** Line, or counted string short enough to be a name, as bytes; undefined if it is longer. */
  bytes: Uint8Array | undefined;
  /** The first byte of a longer string, if available. */
  first: number | undefined;
  second: Uint8Array | undefined;
  /** Start of the counted string or single line. */
  offset: number;
}

/** `more`: call `load` and try again. `end`: the source ends before. `broken`: no reader would accept it. */
export type ReadResult = 'ok' | 'more' | 'end' | 'broken';

/** Largest counted string whose bytes the machine sees; longer strings are not names. */
export const maxNameBytes = 256;

const chunkBytes = 64 * 1024;
/** Longest line that is followed; protocol 0 writes whole arrays as one line. */
const maxLineBytes = 64 * 1024 * 1024;
/** Longest line whose bytes the machine sees. */
const maxHeldLine = 4 * 1024;

/** A long stretch without a line end, and its end; random data ask for the same stretch many times. */
const longLines = new WeakMap<ByteSource, { from: number; end: number }>();

export interface PickleReader {
  readonly operand: Operand;
  position: () => number;
  remaining: () => number;
  buffered: () => number;
  /** Makes at least `count` bytes available, or all that the source has. */
  load: (count: number) => Promise<void>;
  /** Takes one byte that the caller made available. */
  take: () => number;
  read: (kind: OperandKind) => ReadResult;
  skip: (count: number) => void;
  /** Goes back to an offset. */
  seek: (offset: number) => void;
}

/** Makes a reader that starts at an offset. `isPart`: the source is the beginning of longer data. */
export function createPickleReader(source: ByteSource, start: number, isPart = false): PickleReader {
  let chunk: Uint8Array = new Uint8Array(0);
  let view = new DataView(chunk.buffer);
  let base = start;
  let at = 0;
  const operand: Operand = { number: 0, bytes: undefined, first: undefined, second: undefined, offset: 0 };
  const position = (): number => base + at;
  const remaining = (): number => source.size - base - at;
  const buffered = (): number => chunk.length - at;

  function seek(offset: number): void {
    if (offset >= base && offset <= base + chunk.length) {
      at = offset - base;
      return;
    }
    base = offset;
    at = 0;
    chunk = new Uint8Array(0);
  }

  async function load(count: number): Promise<void> {
    const kept = chunk.subarray(at);
    const from = base + at + kept.length;
    const wanted = Math.min(Math.max(count - kept.length, chunkBytes), Math.max(0, source.size - from));
    if (wanted === 0) return;
    const fresh = await source.read(from, wanted);
    if (fresh.length === 0) throw new Error('the file became shorter while it was read');
    base += at;
    at = 0;
    chunk = kept.length === 0 ? fresh : Buffer.concat([kept, fresh]);
    view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  }

  function readNumber(size: 1 | 2 | 4 | 8, signed: boolean): ReadResult {
    if (buffered() < size) return remaining() < size ? 'end' : 'more';
    if (size === 1) operand.number = view.getUint8(at);
    else if (size === 2) operand.number = view.getUint16(at, true);
    else if (size === 4) operand.number = signed ? view.getInt32(at, true) : view.getUint32(at, true);
    else operand.number = view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
    at += size;
    return 'ok';
  }

  function readLine(): { result: ReadResult; bytes?: Uint8Array; length?: number } {
    const known = longLines.get(source);
    if (known !== undefined && position() >= known.from && position() + maxHeldLine < known.end) {
      const length = known.end - position();
      seek(known.end + 1);
      return { result: 'ok', length };
    }
    const end = chunk.indexOf(0x0a, at);
    if (end === -1) {
      if (buffered() > maxLineBytes) return { result: 'broken' };
      if (remaining() > buffered()) return { result: 'more' };
      if (isPart) return { result: 'end' };
      // Python's own loader (not the C one) takes the rest of the file, without its last byte, as the line.
      const rest = chunk.subarray(at, Math.max(at, chunk.length - 1));
      at = chunk.length;
      return { result: 'ok', bytes: rest, length: rest.length };
    }
    const bytes = chunk.subarray(at, end);
    if (bytes.length > maxHeldLine) longLines.set(source, { from: position(), end: base + end });
    at = end + 1;
    return bytes.length > maxHeldLine
      ? { result: 'ok', length: bytes.length }
      : { result: 'ok', bytes, length: bytes.length };
  }

  function readLines(count: 1 | 2): ReadResult {
    operand.offset = position();
    operand.first = buffered() > 0 ? chunk[at] : undefined;
    const first = readLine();
    operand.bytes = first.bytes;
    operand.number = first.length ?? 0;
    if (first.result !== 'ok' || count === 1) return first.result;
    // No module has such a name, and the line after it could not be read in one piece.
    if (first.bytes === undefined) return 'broken';
    const second = readLine();
    operand.second = second.bytes;
    return second.result;
  }

  function readCounted(size: 1 | 4 | 8, signed: boolean): ReadResult {
    const result = readNumber(size, signed);
    if (result !== 'ok') return result;
    const length = operand.number;
    operand.offset = position();
    operand.bytes = undefined;
    operand.first = buffered() > 0 ? chunk[at] : undefined;
    if (length < 0) return 'broken';
    if (length > remaining()) return 'end';
    if (length > maxNameBytes) {
      seek(position() + length);
      return 'ok';
    }
    if (length > buffered()) return 'more';
    operand.bytes = chunk.subarray(at, at + length);
    at += length;
    return 'ok';
  }

  const readers: Readonly<Record<OperandKind, () => ReadResult>> = {
    none: () => 'ok',
    u1: () => readNumber(1, false),
    u2: () => readNumber(2, false),
    i4: () => readNumber(4, true),
    u4: () => readNumber(4, false),
    u8: () => readNumber(8, false),
    f8: () => readNumber(8, false),
    line: () => readLines(1),
    two_lines: () => readLines(2),
    counted_u1: () => readCounted(1, false),
    counted_i4: () => readCounted(4, true),
    counted_u4: () => readCounted(4, false),
    counted_u8: () => readCounted(8, false),
  };

  return {
    operand,
    position,
    remaining,
    buffered,
    load,
    take: () => chunk[at++] ?? -1,
    read(kind) {
      if (kind === 'none') return 'ok';
      const before = position();
      const result = readers[kind]();
      if (result !== 'ok') seek(before);
      return result;
    },
    skip: (count) => seek(position() + count),
    seek,
  };
}
