/**
 * Caches the entries that just became durable, so that a forwarder that keeps up need not read, parse and hash them
 * again. The log is authoritative; entries that are not here are read from there.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import { type ReceiptRecord, recordBytes } from '@assay/sdk/receipts';
import type { EvidenceItem } from '../../contract/ingest.ts';

/** Evidence with its receipt, both durable. */
export interface RecentEntry {
  readonly record: ReceiptRecord;
  readonly signature: Uint8Array;
  readonly jws: string;
}

export interface RecentEntries {
  /** Adds an entry if there is room: the oldest are needed first, so the newest is left to the log. */
  add(entry: RecentEntry): void;
  /** Consecutive entries from a sequence number on; empty when that one is not here. */
  from(seq: number, limits: { readonly items: number; readonly bytes: number }): EvidenceItem[];
  forget(beforeSeq: number): void;
}

export function createRecentEntries(maxBytes: number): RecentEntries {
  const entries = new Map<number, RecentEntry>();
  let held = 0;
  return {
    add(entry) {
      if (held + entry.jws.length > maxBytes) return;
      held += entry.jws.length;
      entries.set(entry.record.seq, entry);
    },
    from(seq, limits) {
      const items: EvidenceItem[] = [];
      let bytes = 0;
      for (let next = entries.get(seq); next !== undefined; next = entries.get(seq + items.length)) {
        bytes += next.jws.length;
        if (items.length === limits.items || (items.length > 0 && bytes > limits.bytes)) break;
        items.push(toItem(next));
      }
      return items;
    },
    forget(beforeSeq) {
      for (const [seq, entry] of entries) {
        // Entries are in the order of the log.
        if (seq >= beforeSeq) return;
        entries.delete(seq);
        held -= entry.jws.length;
      }
    },
  };
}

function toItem({ jws, record, signature }: RecentEntry): EvidenceItem {
  return { jws, receipt: { record: toBase64Url(recordBytes(record)), signature: toBase64Url(signature) } };
}
