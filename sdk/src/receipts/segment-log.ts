/** The log of a chain as a sequence of segment files: append, rotate, find, read back, recover. */
import type { ReceiptEntry } from './entry.ts';
import type { AppendFile, FileSystem } from './file-system.ts';
import { addEntry, emptySegment, findSegment, type Segment, sizeOf } from './segment.ts';
import { createSegment, toSegmentName } from './segment-file.ts';
import { readSegment } from './segment-reader.ts';

/** Frames of consecutive entries, ready for one write. */
export interface FrameRun {
  readonly bytes: Uint8Array;
  /** Start of each frame in `bytes`. */
  readonly starts: readonly number[];
}

export interface SegmentLog {
  /** Number of entries in the log; entries count once they are written. */
  size(): number;
  /** Appends a run. First reports segments that are now full and durable. */
  append(run: FrameRun, onFull: (segments: readonly Segment[]) => Promise<void>): Promise<void>;
  /** Makes everything appended so far durable. */
  datasync(): Promise<void>;
  /** Reads entries from one sequence number to another, exclusive. @throws ReceiptError `corrupt` */
  entries(from: number, to: number): AsyncGenerator<ReceiptEntry>;
  /** Reads the entries in batches, as they come from the file. */
  lots(from: number, to: number): AsyncGenerator<readonly ReceiptEntry[]>;
  /** Adopts segments that were put into the directory, in place of an empty last one. */
  adopt(segments: readonly Segment[]): Promise<void>;
  close(): Promise<void>;
}

export interface SegmentLogOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segmentBytes: number;
  /** From recovery, in order. */
  readonly segments: readonly Segment[];
}

/** Opens a log with recovered segments, and makes durable what the last process may only have written. */
export async function openSegmentLog(options: SegmentLogOptions): Promise<SegmentLog> {
  const { fileSystem, directory, segmentBytes } = options;
  const segments: Segment[] = [...options.segments];
  const file = createLastFile(fileSystem, () => {
    const last = segments.at(-1);
    if (last === undefined) throw new Error('there is no segment to append to');
    return `${directory}/${toSegmentName(last.firstSeq)}`;
  });

  const size = (): number => sizeOf(segments);

  const rotate = async (): Promise<Segment> => {
    // INVARIANT: only the last segment may hold bytes that are not durable; recovery cuts nowhere else.
    await file.datasync();
    await file.close();
    const segment = emptySegment(size());
    await createSegment(fileSystem, directory, segment.firstSeq);
    segments.push(segment);
    return segment;
  };

  const segmentFor = async (bytes: number, onFull: (full: readonly Segment[]) => Promise<void>): Promise<Segment> => {
    const last = segments.at(-1);
    if (last === undefined) return rotate();
    if (last.count === 0 || last.bytes + bytes <= segmentBytes) return last;
    const next = await rotate();
    await onFull(segments.slice(0, -1));
    return next;
  };

  const lots = async function* (from: number, to: number): AsyncGenerator<readonly ReceiptEntry[]> {
    for (let seq = from; seq < to; ) {
      const segment = findSegment(segments, seq);
      if (segment === undefined) throw new RangeError(`seq ${seq} is not in the log`);
      const until = Math.min(to, segment.firstSeq + segment.count);
      yield* readSegment({ fileSystem, directory, segment, from: seq, to: until });
      seq = until;
    }
  };

  // A killed process may have left a new name that only the cache knows, or bytes that were never synced.
  await fileSystem.syncDirectory(directory);
  if (segments.length > 0) {
    await file.open();
    await file.datasync();
  }

  return {
    size,
    async append(run, onFull) {
      const segment = await segmentFor(run.bytes.length, onFull);
      await (await file.open()).append(run.bytes);
      for (const start of run.starts) addEntry(segment, segment.bytes + start);
      segment.bytes += run.bytes.length;
    },
    datasync: file.datasync,
    async *entries(from, to) {
      for await (const lot of lots(from, to)) yield* lot;
    },
    lots,
    async adopt(added) {
      await file.close();
      const last = segments.at(-1);
      if (last?.count === 0) segments.pop();
      segments.push(...added);
    },
    close: file.close,
  };
}

/** The file of the last segment, opened on first use. */
function createLastFile(fileSystem: FileSystem, path: () => string) {
  let file: AppendFile | undefined;
  let syncs: Promise<void> = Promise.resolve();
  return {
    async open(): Promise<AppendFile> {
      file ??= await fileSystem.openAppend(path());
      return file;
    },
    /** Started in the same turn, so that no rotation can close the file in between. */
    async datasync(): Promise<void> {
      if (file === undefined) return;
      const sync = file.datasync();
      syncs = Promise.allSettled([syncs, sync]).then(() => undefined);
      await sync;
    },
    async close(): Promise<void> {
      const open = file;
      file = undefined;
      await syncs;
      await open?.close();
    },
  };
}

/** Joins several runs for one write. */
export function joinFrameRuns(runs: readonly FrameRun[]): FrameRun {
  const [first] = runs;
  if (first !== undefined && runs.length === 1) return first;
  const starts: number[] = [];
  let base = 0;
  for (const run of runs) {
    for (const start of run.starts) starts.push(base + start);
    base += run.bytes.length;
  }
  return { bytes: Buffer.concat(runs.map((run) => run.bytes)), starts };
}
