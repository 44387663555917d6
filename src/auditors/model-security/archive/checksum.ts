/** CRC-32 of a source, read in pieces. */

import { crc32 } from 'node:zlib';
import type { ByteSource } from '../byte-source.ts';

const chunkBytes = 1024 * 1024;

/** Gives the checksum; it is wrong if the signal ended the reading. */
export async function checksum(source: ByteSource, signal: AbortSignal): Promise<number> {
  let crc = 0;
  for (let at = 0; at < source.size && !signal.aborted; at += chunkBytes) {
    crc = crc32(await source.read(at, chunkBytes), crc);
  }
  return crc;
}
