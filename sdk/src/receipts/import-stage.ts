/** Holds an import until it is completely checked: segments under names that the log ignores. */
import type { ReceiptEntry } from './entry.ts';
import type { AppendFile, FileSystem } from './file-system.ts';
import { frameBytes, writeFrame } from './frames.ts';
import { addEntry, emptySegment, type Segment } from './segment.ts';
import { segmentMagic, toSegmentName } from './segment-file.ts';

export interface ImportStage {
  add(entry: ReceiptEntry): Promise<void>;
  /** Makes the staged segments visible, in order: a crash in between leaves a shorter but valid chain. */
  publish(): Promise<readonly Segment[]>;
  /** Removes what was staged. */
  discard(): Promise<void>;
}

export interface ImportStageOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segmentBytes: number;
  /** Sequence number of the first new entry. */
  readonly firstSeq: number;
}

const bufferBytes = 1024 * 1024;

/** Opens an empty stage. */
export function createImportStage({ fileSystem, directory, segmentBytes, firstSeq }: ImportStageOptions): ImportStage {
  const segments: Segment[] = [];
  let file: AppendFile | undefined;
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let nextSeq = firstSeq;

  const stagedPath = (segment: Segment) => `${directory}/${toSegmentName(segment.firstSeq)}.import`;

  const flush = async (): Promise<void> => {
    if (bufferedBytes > 0) await file?.append(Buffer.concat(buffered));
    buffered = [];
    bufferedBytes = 0;
  };

  const closeFile = async (): Promise<void> => {
    const open = file;
    file = undefined;
    await open?.close();
  };

  const finishFile = async (): Promise<void> => {
    await flush();
    await file?.datasync();
    await closeFile();
  };

  const startSegment = async (): Promise<Segment> => {
    await finishFile();
    const segment = emptySegment(nextSeq);
    await fileSystem.remove(stagedPath(segment));
    const created = await fileSystem.create(stagedPath(segment));
    if (created === false) throw new Error('another process is staging an import');
    file = created;
    segments.push(segment);
    await created.append(segmentMagic);
    return segment;
  };

  return {
    async add(entry) {
      const bytes = Buffer.allocUnsafe(frameBytes(entry.record.length, entry.attachment?.length ?? 0));
      writeFrame(bytes, 0, entry);
      const last = segments.at(-1);
      const fits = last !== undefined && last.bytes + bytes.length <= segmentBytes;
      const segment = fits ? last : await startSegment();
      addEntry(segment, segment.bytes);
      segment.bytes += bytes.length;
      nextSeq += 1;
      buffered.push(bytes);
      bufferedBytes += bytes.length;
      if (bufferedBytes >= bufferBytes) await flush();
    },
    async publish() {
      await finishFile();
      for (const segment of segments) {
        await fileSystem.rename(stagedPath(segment), `${directory}/${toSegmentName(segment.firstSeq)}`);
        await fileSystem.syncDirectory(directory);
      }
      return segments;
    },
    async discard() {
      await closeFile();
      for (const segment of segments) await fileSystem.remove(stagedPath(segment));
    },
  };
}
