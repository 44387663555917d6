/** Random access to the bytes of a file or a buffer: inspectors read only the pieces that they need. */

import type { FileHandle } from 'node:fs/promises';

export interface ByteSource {
  readonly size: number;
  /**
   * Reads up to `length` bytes at `offset`: fewer only at the end of the source, none past it. The result may share memory with
   * the source; do not write into it.
   */
  read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** The largest single read; a larger one is an error of the caller, not of the file. */
export const maxReadBytes = 128 * 1024 * 1024;

/** Reads from a buffer in memory. */
export function createBufferSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => {
      checkRange(offset, length);
      return bytes.subarray(Math.min(offset, bytes.length), Math.min(offset + length, bytes.length));
    },
  };
}

/** Reads the first `size` bytes of an open file; a file that shrinks meanwhile gives short reads. */
export function createFileSource(handle: FileHandle, size: number): ByteSource {
  return {
    size,
    read: async (offset, length) => {
      checkRange(offset, length);
      const wanted = Math.max(0, Math.min(length, size - offset));
      const buffer = Buffer.allocUnsafe(wanted);
      let filled = 0;
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
  };
}

/** Gives a part of a source as a source: a stored archive member, an embedded stream. */
export function sliceSource(source: ByteSource, start: number, size: number): ByteSource {
  const from = Math.min(start, source.size);
  const length = Math.max(0, Math.min(size, source.size - from));
  return {
    size: length,
    read: (offset, wanted) => {
      checkRange(offset, wanted);
      const at = Math.min(offset, length);
      return source.read(from + at, Math.min(wanted, length - at));
    },
  };
}

function checkRange(offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new RangeError(`no such offset: ${offset}`);
  if (!Number.isSafeInteger(length) || length < 0 || length > maxReadBytes) {
    throw new RangeError(`a read of ${length} bytes is not allowed`);
  }
}
