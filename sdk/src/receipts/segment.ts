/** The facts of a segment in memory: its start, its length, and places to start reading from. */
import { segmentMagic } from './segment-file.ts';

/** A place to start reading from; one is kept for every so many bytes. */
export interface Mark {
  readonly seq: number;
  readonly offset: number;
}

export interface Segment {
  readonly firstSeq: number;
  count: number;
  bytes: number;
  /** Start of the last entry. */
  lastOffset: number;
  readonly marks: Mark[];
}

const markEveryBytes = 128 * 1024;

/** A segment that holds its magic word only. */
export const emptySegment = (firstSeq: number): Segment => ({
  firstSeq,
  count: 0,
  bytes: segmentMagic.length,
  lastOffset: segmentMagic.length,
  marks: [],
});

/** Counts an entry at an offset of a segment, and adds a mark at intervals. */
export function addEntry(segment: Segment, offset: number): void {
  addMark(segment, segment.firstSeq + segment.count, offset);
  segment.lastOffset = offset;
  segment.count += 1;
}

/** Adds a mark if the last one is far behind, also for segments that opening did not read. */
export function addMark(segment: Segment, seq: number, offset: number): void {
  const last = segment.marks.at(-1);
  if (last === undefined || offset - last.offset >= markEveryBytes) segment.marks.push({ seq, offset });
}

/** Gives the number of entries in some segments. */
export function sizeOf(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.firstSeq + last.count;
}

/** Finds the segment that holds a sequence number. */
export const findSegment = (segments: readonly Segment[], seq: number): Segment | undefined => {
  const index = lastIndexWhere(segments.length, (at) => (segments[at]?.firstSeq ?? 0) <= seq);
  const found = segments[index];
  return found !== undefined && seq < found.firstSeq + found.count ? found : undefined;
};

/** Finds the nearest frame start at or before a sequence number. */
export const findMark = (segment: Segment, seq: number): Mark => {
  const index = lastIndexWhere(segment.marks.length, (at) => (segment.marks[at]?.seq ?? 0) <= seq);
  return segment.marks[index] ?? { seq: segment.firstSeq, offset: segmentMagic.length };
};

/** Binary search: the last index of the prefix for which a predicate holds; -1 for none. */
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
