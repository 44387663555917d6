/** Finds C2PA manifest stores in a JPEG or PNG file, and their byte ranges. */
import { readJpegStores } from './jpeg.ts';
import { readPngStores } from './png.ts';

/** A half-open range of file offsets. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One embedded manifest store. */
export interface EmbeddedStore {
  /** The JUMBF superbox, reassembled from its parts. */
  readonly bytes: Uint8Array;
  /** Its ranges in the file, container headers included; in order and disjoint. */
  readonly ranges: readonly ByteRange[];
}

export interface Container {
  readonly format: 'jpeg' | 'png';
  readonly stores: readonly EmbeddedStore[];
  /** Why the headers could not be read to the end; then stores may be missing. */
  readonly broken?: string;
}

/** Reads a file; undefined for a format other than JPEG and PNG. */
export function readContainer(file: Uint8Array): Container | undefined {
  if (startsWith(file, [0xff, 0xd8, 0xff])) return { format: 'jpeg', ...readJpegStores(file) };
  if (startsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { format: 'png', ...readPngStores(file) };
  }
  return undefined;
}

function startsWith(file: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => file[index] === byte);
}
