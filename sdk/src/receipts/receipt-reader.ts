/** Reads receipts back from the log, for the API and for the forwarder, which resumes from a sequence number. */
import { sha256Hex } from '../crypto/hash.ts';
import type { ReceiptEntry } from './entry.ts';
import { ReceiptError } from './receipt-error.ts';
import type { ReceiptRecord } from './record.ts';
import { parseRecord, recordPrefix } from './record-bytes.ts';
import type { SegmentLog } from './segment-log.ts';

/** A stored receipt, with its bytes parsed and its attachment checked against `evidence_hash`. */
export interface StoredReceipt extends ReceiptEntry {
  readonly seq: number;
  readonly parsed: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
}

export interface ReadOptions {
  readonly fromSeq: number;
  readonly limit: number;
  /** Stops after this many bytes, but never before the first receipt. */
  readonly maxBytes?: number;
}

export interface ListOptions {
  readonly limit: number;
  /** Receipts before this sequence number; the newest by default. */
  readonly before?: number;
}

export interface ReceiptReader {
  /** Reads in order from a sequence number; empty past the end. */
  read(options: ReadOptions): Promise<StoredReceipt[]>;
  /** Lists newest first. */
  list(options: ListOptions): Promise<StoredReceipt[]>;
}

/** Reads acknowledged receipts; `size` gives their number. */
export function createReceiptReader(log: SegmentLog, size: () => number): ReceiptReader {
  const read = async ({
    fromSeq,
    limit,
    maxBytes = Number.POSITIVE_INFINITY,
  }: ReadOptions): Promise<StoredReceipt[]> => {
    assertCount('fromSeq', fromSeq);
    assertCount('limit', limit);
    const receipts: StoredReceipt[] = [];
    let bytes = 0;
    for await (const entry of log.entries(fromSeq, Math.min(fromSeq + limit, size()))) {
      const receipt = toStored(entry, fromSeq + receipts.length);
      bytes += entry.record.length + (entry.attachment?.length ?? 0);
      if (receipts.length > 0 && bytes > maxBytes) break;
      receipts.push(receipt);
    }
    return receipts;
  };

  return {
    read,
    async list({ limit, before = size() }) {
      assertCount('before', before);
      const end = Math.min(before, size());
      const fromSeq = Math.max(0, end - limit);
      return (await read({ fromSeq, limit: end - fromSeq })).reverse();
    },
  };
}

function toStored(entry: ReceiptEntry, seq: number): StoredReceipt {
  const parsed = parseRecord(entry.record);
  if (parsed?.seq !== seq) throw damaged(seq, 'record');
  if (entry.attachment !== undefined && sha256Hex(entry.attachment) !== parsed.evidence_hash)
    throw damaged(seq, 'evidence');
  return { ...entry, seq, parsed, hash: sha256Hex(Buffer.concat([recordPrefixBytes, entry.record])) };
}

const recordPrefixBytes = Buffer.from(recordPrefix);

function assertCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number of 0 or more`);
}

const damaged = (seq: number, reason: string): ReceiptError =>
  new ReceiptError('corrupt', `receipt ${seq} on disk differs from what was written (${reason})`, {
    detail: { seq, reason },
  });
