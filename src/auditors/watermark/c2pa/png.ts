/** Reads manifest stores from the caBX chunks of a PNG file (C2PA 2.4, A.3.2). */
import { crc32 } from 'node:zlib';
import type { Container, EmbeddedStore } from './container.ts';

const manifestChunk = 0x63614258;
const endChunk = 0x49454e44;

export function readPngStores(file: Uint8Array): Omit<Container, 'format'> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const stores: EmbeddedStore[] = [];
  for (let at = 8; ; ) {
    if (at + 12 > file.length) return { stores, broken: 'the file ends before its last chunk' };
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const end = at + 12 + length;
    if (end > file.length) return { stores, broken: 'a chunk is longer than the file' };
    if (type === manifestChunk) {
      // The manifest's hash does not cover the checksum, so a wrong one would go unnoticed.
      if (crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) {
        return { stores, broken: 'the check sum of a manifest chunk is wrong' };
      }
      stores.push({ bytes: file.subarray(at + 8, end - 4), ranges: [{ start: at, end }] });
    }
    if (type === endChunk) return { stores };
    at = end;
  }
}
