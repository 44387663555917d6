/** Reads the log at start: every frame in order. It cuts only the tail of a torn last write. */

import type { FileSystem, ReadableFile } from './file-system.ts';
import { isTornTail } from './frames.ts';
import { ReceiptError } from './receipt-error.ts';
import { addEntry, emptySegment, type Segment, sizeOf } from './segment.ts';
import {
  assertMagic,
  type FrameChunk,
  type LocatedFrame,
  listSegments,
  readFrames,
  segmentMagic,
  toSegmentName,
} from './segment-file.ts';

export interface RecoveredFrame extends LocatedFrame {
  readonly file: string;
}

export interface Recovery {
  /** Yields every frame and builds the segments meanwhile; they are complete at the end. */
  frames(): AsyncGenerator<RecoveredFrame>;
  readonly segments: Segment[];
}

/**
 * Prepares the reading of a directory's segments, after the sealed ones. Damage anywhere but in a torn tail throws
 * and leaves everything unchanged.
 */
export function createRecovery(fileSystem: FileSystem, directory: string, sealed: readonly Segment[] = []): Recovery {
  const segments: Segment[] = [...sealed];
  return {
    segments,
    async *frames() {
      const starts = await listSegments(fileSystem, directory);
      for (const [index, firstSeq] of starts.entries()) {
        if (index < sealed.length) continue;
        const file = toSegmentName(firstSeq);
        if (firstSeq !== sizeOf(segments)) {
          throw corrupt(`segment ${file} does not follow the one before it`, { file, seq: sizeOf(segments) });
        }
        const segment = emptySegment(firstSeq);
        segments.push(segment);
        const isLast = index === starts.length - 1;
        yield* recoverSegment({ fileSystem, directory, segment, file, isLast });
      }
    },
  };
}

interface SegmentTask {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segment: Segment;
  readonly file: string;
  readonly isLast: boolean;
}

async function* recoverSegment(task: SegmentTask): AsyncGenerator<RecoveredFrame> {
  const { fileSystem, directory, segment, file, isLast } = task;
  const path = `${directory}/${file}`;
  const handle = await fileSystem.openRead(path);
  if (handle === undefined) throw corrupt(`segment ${file} is missing`, { file });
  let cutAt: number | undefined;
  try {
    const size = await handle.size();
    await assertMagic(handle, file);
    for await (const chunk of readFrames(handle, segmentMagic.length, size)) {
      for (const frame of chunk.frames) {
        addEntry(segment, frame.offset);
        segment.bytes = frame.end;
        yield { ...frame, file };
      }
      if (chunk.fault !== undefined) cutAt = await findCut(handle, chunk.fault, { size, file, isLast });
    }
  } finally {
    await handle.close();
  }
  if (cutAt !== undefined) await fileSystem.truncate(path, cutAt);
}

async function findCut(
  handle: ReadableFile,
  fault: NonNullable<FrameChunk['fault']>,
  { size, file, isLast }: { size: number; file: string; isLast: boolean },
): Promise<number> {
  const { offset, problem } = fault;
  const tail = Buffer.from(await handle.read(offset, size - offset));
  if (isLast && isTornTail(tail, problem)) return offset;
  const reason = problem === 'bad' ? 'crc' : 'truncated';
  throw corrupt(`segment ${file} is damaged at byte ${offset}; it was left untouched`, { file, offset, reason });
}

const corrupt = (message: string, detail: ReceiptError['detail']): ReceiptError =>
  new ReceiptError('corrupt', message, { detail });
