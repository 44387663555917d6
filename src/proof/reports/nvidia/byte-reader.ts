/** Reads little-endian fields in order. Truncated or surplus bytes are an error, never a guess. */

/** Why bytes are not the expected report. `isLength` when they are too short or too long for their declared length. */
export class LayoutError extends Error {
  readonly isLength: boolean;
  constructor(message: string, isLength = false) {
    super(message);
    this.name = 'LayoutError';
    this.isLength = isLength;
  }
}

export interface ByteReader {
  /** Bytes read so far. */
  readonly position: () => number;
  readonly isAtEnd: () => boolean;
  /** @throws LayoutError when fewer are left. */
  readonly take: (length: number) => Uint8Array;
  /** An unsigned number of 1 to 4 bytes. @throws LayoutError */
  readonly uint: (size: number) => number;
}

/** Starts at the first byte. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new LayoutError('a field is cut off', true);
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    position: () => at,
    isAtEnd: () => at === bytes.length,
    take,
    uint: (size) => take(size).reduce((value, byte, place) => value + byte * 256 ** place, 0),
  };
}
