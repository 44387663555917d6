/** Entries of a file that are in memory together: a turn of the event loop for each would cost more than its check. */
import { type ReceiptEntry, signatureBytes } from './entry.ts';
import { type Skimmer, skimStart } from './skim.ts';

/** An entry that its source could not read, so the rest of the chain is unknown. */
export interface UnreadableEntry {
  readonly unreadable: 'crc' | 'truncated' | 'record';
}

export interface EntryBatch {
  /** Gives the next entry in full; `undefined` after the last one. */
  next(): ReceiptEntry | UnreadableEntry | undefined;
  /** Lets a skimmer take as many as it recognises. Gives the signature of the last one it took. */
  skim(skimmer: Skimmer): Uint8Array | undefined;
}

/** Makes a batch of entries that are already read. */
export function toBatch(entries: readonly (ReceiptEntry | UnreadableEntry)[]): EntryBatch {
  let index = 0;
  return {
    next: () => entries[index++],
    skim(skimmer) {
      let signature: Uint8Array | undefined;
      for (let entry = entries[index]; entry !== undefined && !skimmer.isDone(); entry = entries[index]) {
        if ('unreadable' in entry || !takeEntry(skimmer, entry)) break;
        signature = entry.signature;
        index += 1;
      }
      return signature;
    },
  };
}

/** Gives a sequence of entries as batches of one. */
export async function* batchEach(
  entries: AsyncIterable<ReceiptEntry | UnreadableEntry> | Iterable<ReceiptEntry | UnreadableEntry>,
): AsyncGenerator<EntryBatch> {
  if (Array.isArray(entries)) yield toBatch(entries);
  else for await (const entry of entries) yield toBatch([entry]);
}

function takeEntry(skimmer: Skimmer, { record, signature, attachment }: ReceiptEntry): boolean {
  const end = skimStart + record.length;
  if (end > skimmer.room.length || signature.length !== signatureBytes) return false;
  skimmer.room.set(record, skimStart);
  return skimmer.take(end, attachment);
}
