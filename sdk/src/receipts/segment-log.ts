/** The log of a chain as a row of segment files: append, rotate, find, read back, recover. */
import type { ReceiptEntry } from './entry.ts';
import type { AppendFile, FileSystem } from './file-system.ts';
import { ReceiptError } from './receipt-error.ts';
import {
  createSegment,
  type FrameChunk,
  fromSegmentName,
  readFrames,
  segmentMagic,
  toSegmentName,
} from './segment-file.ts';

/** A place to start reading from: every so many bytes one is kept in memory. */
interface Mark {
  readonly seq: number;
  readonly offset: number;
}

export interface Segment {
  readonly firstSeq: number;
  count: number;
  bytes: number;
  readonly marks: Mark[];
}

/** Frames of consecutive entries, ready to be written in one call. */
export interface FrameRun {
  readonly bytes: Uint8Array;
  /** Where each frame starts in `bytes`. */
  readonly starts: readonly number[];
}

export interface SegmentLog {
  /** Entries in the log; what is being written counts once it is written. */
  size(): number;
  append(run: FrameRun): Promise<void>;
  /** Makes everything appended so far durable. */
  datasync(): Promise<void>;
  /** Entries from one sequence number up to, and without, another. @throws ReceiptError `corrupt`. */
  entries(from: number, to: number): AsyncGenerator<ReceiptEntry>;
  /** Takes over segments that were put into the directory, in place of an empty last one. */
  adopt(segments: readonly Segment[]): Promise<void>;
  close(): Promise<void>;
}

const markEveryBytes = 128 * 1024;

export interface SegmentLogOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segmentBytes: number;
  /** From recovery, in order. */
  readonly segments: readonly Segment[];
}

/** Opens a log whose segments were recovered, and makes durable what the last process may only have written. */
export async function openSegmentLog(options: SegmentLogOptions): Promise<SegmentLog> {
  const { fileSystem, directory, segmentBytes } = options;
  const segments: Segment[] = [...options.segments];
  let file: AppendFile | undefined;
  let syncs: Promise<void> = Promise.resolve();

  const size = (): number => sizeOf(segments);

  /** Started in the same turn, so that no rotation can close the file in between. */
  const datasync = async (): Promise<void> => {
    if (file === undefined) return;
    const sync = file.datasync();
    syncs = Promise.allSettled([syncs, sync]).then(() => undefined);
    await sync;
  };

  const closeFile = async (): Promise<void> => {
    const open = file;
    file = undefined;
    await syncs;
    await open?.close();
  };

  const openLast = async (): Promise<AppendFile> => {
    const last = segments.at(-1);
    if (last === undefined) throw new Error('there is no segment to append to');
    file ??= await fileSystem.openAppend(`${directory}/${toSegmentName(last.firstSeq)}`);
    return file;
  };

  const rotate = async (): Promise<Segment> => {
    // INVARIANT: only the last segment may hold bytes that are not durable; recovery cuts nowhere else.
    await datasync();
    await closeFile();
    const segment = emptySegment(size());
    await createSegment(fileSystem, directory, segment.firstSeq);
    segments.push(segment);
    return segment;
  };

  const segmentFor = async (bytes: number): Promise<Segment> => {
    const last = segments.at(-1);
    return last === undefined || (last.count > 0 && last.bytes + bytes > segmentBytes) ? rotate() : last;
  };

  if (segments.length > 0) {
    await openLast();
    await datasync();
  }

  return {
    size,
    async append(run) {
      const segment = await segmentFor(run.bytes.length);
      await (await openLast()).append(run.bytes);
      for (const start of run.starts) addEntry(segment, segment.bytes + start);
      segment.bytes += run.bytes.length;
    },
    datasync,
    async *entries(from, to) {
      for (let seq = from; seq < to; ) {
        const segment = findSegment(segments, seq);
        if (segment === undefined) throw new RangeError(`seq ${seq} is not in the log`);
        const until = Math.min(to, segment.firstSeq + segment.count);
        yield* readSegment({ fileSystem, directory, segment, from: seq, to: until });
        seq = until;
      }
    },
    async adopt(added) {
      await closeFile();
      const last = segments.at(-1);
      if (last?.count === 0) segments.pop();
      segments.push(...added);
    },
    close: closeFile,
  };
}

export const emptySegment = (firstSeq: number): Segment => ({
  firstSeq,
  count: 0,
  bytes: segmentMagic.length,
  marks: [],
});

/** Counts an entry that starts at an offset of a segment, and keeps a mark now and then. */
export function addEntry(segment: Segment, offset: number): void {
  const last = segment.marks.at(-1);
  if (last === undefined || offset - last.offset >= markEveryBytes) {
    segment.marks.push({ seq: segment.firstSeq + segment.count, offset });
  }
  segment.count += 1;
}

/** How many entries a row of segments holds. */
export function sizeOf(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.firstSeq + last.count;
}

/** Several runs as one, for one write. */
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

/** Names of the segments in a directory, by their first sequence number. */
export async function listSegments(fileSystem: FileSystem, directory: string): Promise<number[]> {
  const names = await fileSystem.list(directory);
  return names
    .map(fromSegmentName)
    .filter((seq) => seq !== undefined)
    .sort((left, right) => left - right);
}

interface Stretch {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

async function* readSegment({ fileSystem, directory, segment, from, to }: Stretch): AsyncGenerator<ReceiptEntry> {
  const name = toSegmentName(segment.firstSeq);
  const mark = findMark(segment, from);
  const file = await fileSystem.openRead(`${directory}/${name}`);
  if (file === undefined)
    throw new ReceiptError('corrupt', `segment ${name} is gone`, { detail: { file: name, seq: from } });
  try {
    let seq = mark.seq;
    for await (const chunk of readFrames(file, mark.offset, segment.bytes)) {
      assertSound(chunk, name, seq);
      for (const frame of chunk.frames) {
        if (seq >= to) return;
        if (seq >= from) yield frame.entry;
        seq += 1;
      }
    }
    if (seq < to)
      throw new ReceiptError('corrupt', `segment ${name} ends early`, {
        detail: { file: name, seq, reason: 'truncated' },
      });
  } finally {
    await file.close();
  }
}

function assertSound(chunk: FrameChunk, file: string, seq: number): void {
  if (chunk.fault === undefined) return;
  const { offset, problem } = chunk.fault;
  throw new ReceiptError('corrupt', `segment ${file} is damaged at byte ${offset}`, {
    detail: { file, offset, seq, reason: problem === 'bad' ? 'crc' : 'truncated' },
  });
}

const findSegment = (segments: readonly Segment[], seq: number): Segment | undefined => {
  const index = lastIndexWhere(segments.length, (at) => (segments[at]?.firstSeq ?? 0) <= seq);
  const found = segments[index];
  return found !== undefined && seq < found.firstSeq + found.count ? found : undefined;
};

const findMark = (segment: Segment, seq: number): Mark => {
  const index = lastIndexWhere(segment.marks.length, (at) => (segment.marks[at]?.seq ?? 0) <= seq);
  return segment.marks[index] ?? { seq: segment.firstSeq, offset: segmentMagic.length };
};

/** Binary search: the last index for which a predicate holds that holds up to somewhere; -1 for none. */
function lastIndexWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
