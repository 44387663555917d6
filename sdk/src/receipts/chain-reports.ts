/** Reports of a running chain: verification of the disk content, and its export. */
import { setImmediate } from 'node:timers/promises';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { Awaitable } from '../crypto/proof-crypto.ts';
import type { ChainEnd } from './batch.ts';
import type { VerifyMode } from './chain-checker.ts';
import type { ReceiptEntry } from './entry.ts';
import { type EntryBatch, toBatch } from './entry-batch.ts';
import { toExportHeader, writeExport } from './export.ts';
import { ReceiptError } from './receipt-error.ts';
import type { SegmentLog } from './segment-log.ts';
import { type VerifyResult, verifyBatches } from './verify.ts';
import type { CheckpointOptions } from './verify-checkpoints.ts';

export interface ChainVerifyOptions extends CheckpointOptions {
  readonly mode?: VerifyMode;
  readonly onProgress?: (checked: number) => Awaitable<unknown>;
  /** Ends the verification early when the caller is gone. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Verifies the disk content up to an end from memory, so that a file cut or swapped meanwhile is detected. */
export function verifyChain(
  log: SegmentLog,
  end: ChainEnd,
  options: ChainVerifyOptions & { readonly chainId: string; readonly mode: VerifyMode },
): Promise<VerifyResult> {
  const pin = { size: end.size, head: end.head, exact: true };
  // The caller shares this thread with live exchanges.
  const onProgress = async (checked: number): Promise<void> => {
    await setImmediate();
    options.signal?.throwIfAborted();
    await options.onProgress?.(checked);
  };
  return verifyBatches(readable(log, end.size), { ...options, crypto: nodeProofCrypto, pin, onProgress });
}

/** Exports up to an end. A first pass finds the keys and ensures that no broken chain is exported as intact. */
export async function* exportChain(
  log: SegmentLog,
  end: ChainEnd,
  { chainId, attachments, checkpoint }: { chainId: string; attachments: boolean; checkpoint: string | undefined },
): AsyncGenerator<Uint8Array> {
  const { chain_intact, epochs, reason, first_bad_seq } = await verifyChain(log, end, { chainId, mode: 'fast' });
  if (!chain_intact) {
    throw new ReceiptError('corrupt', `the chain is not valid at receipt ${first_bad_seq} (${reason})`, {
      detail: { seq: first_bad_seq ?? 0, reason: reason ?? 'record' },
    });
  }
  const header = toExportHeader({ chainId, size: end.size, head: end.head, checkpoint }, epochs);
  const entries = log.entries(0, end.size);
  yield* writeExport(header, attachments ? entries : withoutAttachments(entries));
}

/** Damage on disk is a result of verification, not an error of it. */
async function* readable(log: SegmentLog, size: number): AsyncGenerator<EntryBatch> {
  try {
    for await (const lot of log.lots(0, size)) yield toBatch(lot);
  } catch (error) {
    if (!(error instanceof ReceiptError) || error.code !== 'corrupt') throw error;
    yield toBatch([{ unreadable: error.detail.reason === 'crc' ? 'crc' : 'truncated' }]);
  }
}

async function* withoutAttachments(entries: AsyncIterable<ReceiptEntry>): AsyncGenerator<ReceiptEntry> {
  for await (const { record, signature } of entries) yield { record, signature };
}
