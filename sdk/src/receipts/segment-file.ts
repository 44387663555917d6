/** One segment of the log: a magic word, then frames. Its name is the sequence number of its first entry. */

import type { FileSystem, ReadableFile } from './file-system.ts';
import { claimedBytes, type Frame, type FrameProblem, readFrame } from './frames.ts';
import { ReceiptError } from './receipt-error.ts';

export const segmentMagic = Buffer.from('ASSAYRC1');
const chunkBytes = 256 * 1024;
const seqDigits = 16;
const segmentName = /^(\d{16})\.seg$/;

/** Gives the file name of the segment that starts with a sequence number. */
export const toSegmentName = (firstSeq: number): string => `${String(firstSeq).padStart(seqDigits, '0')}.seg`;

/** Reads the first sequence number from a segment's file name. */
export function fromSegmentName(name: string): number | undefined {
  const digits = segmentName.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export interface LocatedFrame extends Frame {
  readonly offset: number;
}

/** Frames in order; a fault, if any, ends them. */
export interface FrameChunk {
  readonly frames: readonly LocatedFrame[];
  readonly fault?: { readonly offset: number; readonly problem: FrameProblem };
}

/** Reads the frames of a part of a segment, in chunks, so that memory does not grow with the file. */
export async function* readFrames(file: ReadableFile, from: number, to: number): AsyncGenerator<FrameChunk> {
  let offset = from;
  let want = chunkBytes;
  while (offset < to) {
    const length = Math.min(want, to - offset);
    const bytes = toBuffer(await file.read(offset, length));
    const atEnd = bytes.length < length || offset + length === to;
    const { frames, end, problem } = readChunk(bytes, offset);
    if (frames.length > 0) yield { frames };
    if (problem === 'bad' || (problem === 'incomplete' && atEnd)) {
      yield { frames: [], fault: { offset: offset + end, problem } };
      return;
    }
    // A frame larger than the chunk is read whole next time.
    want = Math.max(chunkBytes, problem === undefined ? 0 : (claimedBytes(bytes, end) ?? 0));
    offset += end;
  }
}

/** @throws ReceiptError `corrupt` for a file without the start of a segment */
export async function assertMagic(handle: ReadableFile, file: string): Promise<void> {
  const magic = await handle.read(0, segmentMagic.length);
  if (segmentMagic.equals(magic)) return;
  throw new ReceiptError('corrupt', `${file} is not a receipt segment`, { detail: { file, offset: 0 } });
}

/** Lists the segments in a directory, by their first sequence number. */
export async function listSegments(fileSystem: FileSystem, directory: string): Promise<number[]> {
  const names = await fileSystem.list(directory);
  return names
    .map(fromSegmentName)
    .filter((seq) => seq !== undefined)
    .sort((left, right) => left - right);
}

/** Makes a segment's file appear complete and durable, or not at all. */
export async function createSegment(fileSystem: FileSystem, directory: string, firstSeq: number): Promise<void> {
  const path = `${directory}/${toSegmentName(firstSeq)}`;
  const temporary = `${path}.tmp`;
  await fileSystem.remove(temporary);
  const file = await fileSystem.create(temporary);
  if (file === false) throw new Error(`another process is writing ${temporary}`);
  try {
    await file.append(segmentMagic);
    await file.datasync();
  } finally {
    await file.close();
  }
  await fileSystem.rename(temporary, path);
  await fileSystem.syncDirectory(directory);
}

function readChunk(bytes: Buffer, base: number): { frames: LocatedFrame[]; end: number; problem?: FrameProblem } {
  const frames: LocatedFrame[] = [];
  let end = 0;
  while (end < bytes.length) {
    const frame = readFrame(bytes, end);
    if (typeof frame === 'string') return { frames, end, problem: frame };
    frames.push({ entry: frame.entry, offset: base + end, end: base + frame.end });
    end = frame.end;
  }
  return { frames, end };
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
