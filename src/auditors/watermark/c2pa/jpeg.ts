/** Reads JUMBF boxes from the APP11 segments of a JPEG file (ISO/IEC 19566-5 annex D; C2PA 2.4, A.3.1). */
import type { ByteRange, Container, EmbeddedStore } from './container.ts';
import { isManifestStore } from './jumbf.ts';

interface Segment {
  readonly marker: number;
  /** Offset of the marker. */
  readonly start: number;
  readonly end: number;
  /** After the length. */
  readonly payload: Uint8Array;
}

/** A partial box: its parts have one instance number and count up from 1. */
interface Assembly {
  readonly parts: Uint8Array[];
  readonly ranges: ByteRange[];
  readonly header: Uint8Array;
  next: number;
}

const app11 = 0xeb;

/** Lists the manifest stores before the image data. */
export function readJpegStores(file: Uint8Array): Omit<Container, 'format'> {
  const assemblies: Assembly[] = [];
  const open = new Map<number, Assembly>();
  let broken: string | undefined;
  for (const segment of listSegments(file)) {
    broken = typeof segment === 'string' ? segment : takeSegment(segment, open, assemblies);
    if (broken !== undefined) break;
  }
  const stores = assemblies.map(toStore).filter((store) => isManifestStore(store.bytes));
  return { stores, ...(broken === undefined ? {} : { broken }) };
}

/** Yields the segments up to the image data; a final text names the error of the file. */
function* listSegments(file: Uint8Array): Generator<Segment | string> {
  let at = 2;
  for (;;) {
    if (file[at] !== 0xff) return yield 'no marker where one must stand';
    const start = at;
    while (file[at] === 0xff) at += 1;
    const marker = file[at];
    if (marker === undefined) return yield 'the file ends among its headers';
    at += 1;
    // Image data or the end of the image; stores come before it.
    if (marker === 0xda || marker === 0xd9) return;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const length = ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0);
    if (length < 2 || at + length > file.length) return yield 'a segment is longer than the file';
    yield { marker, start, end: at + length, payload: file.subarray(at + 2, at + length) };
    at += length;
  }
}

/** @returns the problem of the segment, if any. */
function takeSegment(segment: Segment, open: Map<number, Assembly>, assemblies: Assembly[]): string | undefined {
  const { payload, start, end } = segment;
  if (segment.marker !== app11 || payload[0] !== 0x4a || payload[1] !== 0x50) return undefined;
  if (payload.length < 16) return 'a JUMBF segment is too short';
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const instance = view.getUint16(2);
  const sequence = view.getUint32(4);
  const headerLength = view.getUint32(8) === 1 ? 16 : 8;
  const header = payload.subarray(8, 8 + headerLength);
  const known = open.get(instance);
  if (known === undefined) {
    if (sequence !== 1) return 'a JUMBF box does not begin with its first part';
    const assembly = { parts: [payload.subarray(8)], ranges: [{ start, end }], header, next: 2 };
    open.set(instance, assembly);
    assemblies.push(assembly);
    return undefined;
  }
  if (sequence !== known.next || !isEqual(header, known.header)) return 'parts of a JUMBF box do not fit together';
  known.parts.push(payload.subarray(8 + headerLength));
  known.next += 1;
  extend(known.ranges, { start, end });
  return undefined;
}

function extend(ranges: ByteRange[], range: ByteRange): void {
  const last = ranges.at(-1);
  if (last !== undefined && last.end === range.start) ranges.splice(-1, 1, { start: last.start, end: range.end });
  else ranges.push(range);
}

function toStore({ parts, ranges }: Assembly): EmbeddedStore {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, ranges };
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
