/** Decompresses a member within limits: small ones into memory, large ones repeatedly through a window. */

import { Readable } from 'node:stream';
import { crc32, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type ByteSource, createBufferSource } from '../byte-source.ts';
import type { DeepContext } from '../context.ts';

/** Compressions that Node supports. */
export type Compression = 'deflate' | 'gzip' | 'zlib';

/** The result of unpacking. */
export interface Unpacked {
  source: ByteSource;
  size: number;
  crc: number;
  /** The reason why the output is incomplete. */
  failure?: 'broken' | 'limit';
  /** Packed bytes that were not used. */
  unused: number;
}

/** The source cannot be read in this order at a bearable cost. */
export class SourceLimitError extends Error {
  constructor() {
    super('the packed data would have to be unpacked too often');
    this.name = 'SourceLimitError';
  }
}

const readBytes = 256 * 1024;
const maxHeldBytes = 32 * 1024 * 1024;
const windowBytes = 8 * 1024 * 1024;
const maxRestarts = 64;

/** Unpacks once to learn size and checksum, and gives the content as a source. */
export async function unpack(packed: ByteSource, kind: Compression, context: DeepContext): Promise<Unpacked> {
  const { limits, budget, signal } = context;
  const held: Uint8Array[] = [];
  let [size, crc] = [0, 0];
  let failure: Unpacked['failure'];
  const stream = openStream(packed, kind);
  try {
    for await (const chunk of stream.chunks) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      budget.unpackedBytes += chunk.length;
      if (size <= maxHeldBytes) held.push(chunk);
      const isBomb = size > 1024 * 1024 && size > limits.maxRatio * packed.size;
      if (isBomb || budget.unpackedBytes > limits.maxUnpackedBytes || signal.aborted) {
        failure = 'limit';
        break;
      }
    }
  } catch (error) {
    if (!isZlibError(error)) throw error;
    failure = 'broken';
  }
  const unused = Math.max(0, packed.size - stream.used());
  const source =
    size <= maxHeldBytes
      ? createBufferSource(Buffer.concat(held))
      : createWindow(() => openStream(packed, kind).chunks, size);
  return { source, size, crc, unused, ...(failure === undefined ? {} : { failure }) };
}

/** True if the first block of the stream decompresses. */
export async function canUnpack(packed: ByteSource, kind: Compression): Promise<boolean> {
  try {
    for await (const _chunk of openStream(packed, kind).chunks) return true;
    return false;
  } catch (error) {
    if (isZlibError(error)) return false;
    throw error;
  }
}

function openStream(packed: ByteSource, kind: Compression): { chunks: AsyncIterable<Uint8Array>; used: () => number } {
  const transform = kind === 'deflate' ? createInflateRaw() : kind === 'gzip' ? createGunzip() : createInflate();
  const input = Readable.from(readChunks(packed));
  input.on('error', (error) => transform.destroy(error));
  input.pipe(transform);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of transform) yield chunk;
    } finally {
      input.destroy();
      transform.destroy();
    }
  }
  return { chunks: chunks(), used: () => transform.bytesWritten };
}

async function* readChunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; ) {
    const chunk = await source.read(at, readBytes);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

function isZlibError(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && code.startsWith('Z_');
}

/** Reads forward through a stream. Reopens the stream for a read before its window. */
function createWindow(open: () => AsyncIterable<Uint8Array>, size: number): ByteSource {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let parts: Uint8Array[] = [];
  let [start, end, restarts] = [0, 0, 0];

  async function advance(offset: number): Promise<boolean> {
    iterator ??= open()[Symbol.asyncIterator]();
    const next = await iterator.next();
    if (next.done === true) return false;
    parts.push(next.value);
    end += next.value.length;
    for (let first = parts[0]; first !== undefined && end - start > windowBytes; first = parts[0]) {
      if (start + first.length > offset) break;
      parts.shift();
      start += first.length;
    }
    return true;
  }

  async function restart(): Promise<void> {
    restarts += 1;
    if (restarts > maxRestarts) throw new SourceLimitError();
    await iterator?.return?.();
    iterator = undefined;
    parts = [];
    [start, end] = [0, 0];
  }

  return {
    size,
    async read(offset, length) {
      const wanted = Math.min(offset + length, size);
      if (offset < start) await restart();
      while (end < wanted) if (!(await advance(offset))) break;
      return Buffer.concat(takeParts(parts, start, offset, wanted));
    },
  };
}

/** Gives the pieces of a list of parts between two offsets. */
function takeParts(parts: readonly Uint8Array[], start: number, from: number, to: number): Uint8Array[] {
  const taken: Uint8Array[] = [];
  let at = start;
  for (const part of parts) {
    if (at >= to) break;
    if (at + part.length > from) taken.push(part.subarray(Math.max(0, from - at), Math.min(part.length, to - at)));
    at += part.length;
  }
  return taken;
}
