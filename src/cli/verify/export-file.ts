/** Verification of an export of any size by streaming it: memory does not grow with the chain. */
import { createReadStream } from 'node:fs';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { type NoteKey, parseExport, ReceiptError, verifyExport } from '@assay/sdk/receipts';
import type { ReceiptsCheck } from '../gateway.ts';
import { UsageError } from '../options.ts';

export interface ExportFileOptions {
  readonly mode: 'full' | 'fast';
  readonly witnesses: readonly NoteKey[];
  readonly onProgress: (checked: number, total: number | undefined) => void;
}

/** Fewer and larger reads: fast mode handles records faster than the default of 64 KiB delivers them. */
const chunkBytes = 256 * 1024;

/** @throws UsageError for a file that is no receipt export, or cannot be read. */
export async function checkExportFile(path: string, options: ExportFileOptions): Promise<ReceiptsCheck> {
  const { mode, witnesses, onProgress } = options;
  try {
    const total = await readSize(path);
    const { header, result, header_matches } = await verifyExport(
      createReadStream(path, { highWaterMark: chunkBytes }),
      {
        crypto: nodeProofCrypto,
        mode,
        witnesses,
        onProgress: (checked) => onProgress(checked, total),
      },
    );
    const { epochs: _, ...shown } = result;
    const isIntact = result.chain_intact && header_matches;
    const reason = result.reason ?? (header_matches ? null : 'header');
    return { ...shown, chain_intact: isIntact, reason, chain_id: header.chain_id };
  } catch (cause) {
    if (cause instanceof ReceiptError)
      throw new UsageError(`${path} is not a receipt export: ${cause.message}.`, { cause });
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    if (typeof code === 'string') throw new UsageError(`${path} cannot be read: ${code}.`, { cause });
    throw cause;
  }
}

/** Reads the length in the header, for the progress only. */
async function readSize(path: string): Promise<number> {
  const stream = createReadStream(path, { end: 1024 * 1024 });
  try {
    return (await parseExport(stream)).header.size;
  } finally {
    stream.destroy();
  }
}
