/**
 * The hashes of the last committed records, in memory. Consistency proofs mostly need these, and reading them from
 * the log would read the Evidence beside them too. The log stays authoritative.
 */
import { sha256 } from '../crypto/hash.ts';
import { recordPrefix } from './record-bytes.ts';
import type { SegmentLog } from './segment-log.ts';

export interface LeafWindow {
  /** Adds the hashes of the next records; the oldest are dropped when there are too many. */
  add(leaves: readonly Uint8Array[]): void;
  /** Starts anew at the current end of the chain. */
  restart(size: number): void;
  /** Gives the hashes of consecutive records, from memory or from the log. */
  leaves(from: number, to: number): AsyncGenerator<Uint8Array>;
}

/** At 32 bytes each this is 1 MiB, and more than a minute of ordinary traffic. */
const maxLeaves = 32_768;

/** Opens an empty window after a recovered log. */
export function createLeafWindow(log: SegmentLog, size: number): LeafWindow {
  let first = size;
  let kept: Uint8Array[] = [];
  return {
    add(leaves) {
      kept.push(...leaves);
      // Dropped in batches: one at a time would move the whole list for each.
      if (kept.length <= 2 * maxLeaves) return;
      first += kept.length - maxLeaves;
      kept = kept.slice(-maxLeaves);
    },
    restart(at) {
      first = at;
      kept = [];
    },
    async *leaves(from, to) {
      const onDisk = Math.min(to, first);
      if (from < onDisk) for await (const { record } of log.entries(from, onDisk)) yield hashStored(record);
      const start = Math.max(from, onDisk);
      const inMemory = kept.slice(Math.max(0, start - first), Math.max(0, to - first));
      if (start < to && inMemory.length !== to - start) throw new RangeError(`record ${to - 1} is not in the chain`);
      yield* inMemory;
    },
  };
}

const prefix = Buffer.from(recordPrefix);

function hashStored(record: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([prefix, record]));
}
