// Reads a file from start to end through a small window, for formats that are a stream of numbers, strings and lengths. Lengths
// come from the file, so every read is checked against the end first.

import type { ByteSource } from '../byte-source.ts';
import { yieldToEvents } from '../context.ts';

/** Thrown when a structure extends past the end of its bytes; inspectors turn it into a finding. */
export class EndOfBytesError extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super(`the bytes end at ${offset}`);
    this.name = 'EndOfBytesError';
    this.offset = offset;
  }
}

export interface Cursor {
  /** Where the next read starts. */
  position: () => number;
  /** Bytes until the end of the source. */
  remaining: () => number;
  /** Bytes available without reading from the disk. */
  buffered: () => number;
  /** Makes `length` bytes (at most the window) available; fails at the end of the source. */
  need: (length: number) => Promise<void>;
  /** As `need`, but takes fewer at the end of the source. */
  fill: (length: number) => Promise<void>;
  /** Gives the next `length` bytes, which `need` made available. Valid until the next read. */
  take: (length: number) => Uint8Array;
  u8: () => number;
  u16: () => number;
  u32: () => number;
  u64: () => bigint;
  /** Moves on without reading. */
  skip: (length: number) => void;
  /** Moves anywhere. */
  seek: (offset: number) => void;
  /** Reads `length` bytes as a copy; bounded, but may exceed the window. */
  read: (length: number) => Promise<Uint8Array>;
}

const defaultWindowBytes = 64 * 1024;
/** Reads of a buffer never yield to the event loop by themselves, so deadlines would go unnoticed. */
const readsPerYield = 64;

/**
 * Makes a cursor at the start of a source. Numbers are little endian unless said otherwise. A small window suits formats whose
 * structure is scattered.
 */
export function createCursor(source: ByteSource, options: { bigEndian?: boolean; windowBytes?: number } = {}): Cursor {
  const littleEndian = options.bigEndian !== true;
  const windowBytes = options.windowBytes ?? defaultWindowBytes;
  let window: Uint8Array = new Uint8Array(0);
  let view = new DataView(window.buffer);
  let windowStart = 0;
  let at = 0;
  let reads = 0;

  const buffered = () => Math.max(0, windowStart + window.length - at);

  async function fill(length: number): Promise<void> {
    const isInWindow = at >= windowStart && at <= windowStart + window.length;
    if (isInWindow && buffered() >= length) return;
    const start = Math.min(at, source.size);
    reads += 1;
    if (reads % readsPerYield === 0) await yieldToEvents();
    window = await source.read(start, Math.max(windowBytes, length));
    view = new DataView(window.buffer, window.byteOffset, window.byteLength);
    windowStart = start;
  }

  function advance(length: number): number {
    const index = at - windowStart;
    if (index < 0 || index + length > window.length) throw new EndOfBytesError(at);
    at += length;
    return index;
  }

  return {
    position: () => at,
    remaining: () => Math.max(0, source.size - at),
    buffered,
    fill,
    async need(length) {
      await fill(length);
      if (buffered() < length) throw new EndOfBytesError(source.size);
    },
    take(length) {
      const index = advance(length);
      return window.subarray(index, index + length);
    },
    u8: () => view.getUint8(advance(1)),
    u16: () => view.getUint16(advance(2), littleEndian),
    u32: () => view.getUint32(advance(4), littleEndian),
    u64: () => view.getBigUint64(advance(8), littleEndian),
    skip(length) {
      at += length;
      if (at < windowStart) throw new EndOfBytesError(at);
      if (at > windowStart + window.length) {
        window = new Uint8Array(0);
        view = new DataView(window.buffer);
        windowStart = at;
      }
    },
    seek(offset) {
      at = offset;
      window = new Uint8Array(0);
      view = new DataView(window.buffer);
      windowStart = at;
    },
    async read(length) {
      if (length <= windowBytes) {
        await fill(length);
        if (buffered() < length) throw new EndOfBytesError(source.size);
        const index = advance(length);
        return window.slice(index, index + length);
      }
      const bytes = Uint8Array.from(await source.read(Math.min(at, source.size), length));
      if (bytes.length < length) throw new EndOfBytesError(source.size);
      at += length;
      return bytes;
    },
  };
}
