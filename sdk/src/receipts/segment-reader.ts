/** Reads consecutive entries from one segment. */
import type { ReceiptEntry } from './entry.ts';
import type { FileSystem } from './file-system.ts';
import { ReceiptError } from './receipt-error.ts';
import { addMark, findMark, type Segment } from './segment.ts';
import { assertMagic, type FrameChunk, readFrames, toSegmentName } from './segment-file.ts';

export interface Stretch {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly segment: Segment;
  readonly from: number;
  readonly to: number;
}

/** Reads entries in order, in batches. @throws ReceiptError `corrupt` when they are damaged */
export async function* readSegment({
  fileSystem,
  directory,
  segment,
  from,
  to,
}: Stretch): AsyncGenerator<readonly ReceiptEntry[]> {
  const name = toSegmentName(segment.firstSeq);
  const mark = findMark(segment, from);
  const file = await fileSystem.openRead(`${directory}/${name}`);
  if (file === undefined)
    throw new ReceiptError('corrupt', `segment ${name} is missing`, { detail: { file: name, seq: from } });
  try {
    if (from === segment.firstSeq) await assertMagic(file, name);
    let seq = mark.seq;
    for await (const chunk of readFrames(file, mark.offset, segment.bytes)) {
      assertSound(chunk, name, seq);
      const entries: ReceiptEntry[] = [];
      for (const { entry, offset } of chunk.frames) {
        if (seq >= to) break;
        addMark(segment, seq, offset);
        if (seq >= from) entries.push(entry);
        seq += 1;
      }
      if (entries.length > 0) yield entries;
      if (seq >= to) return;
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
