/** Checks an export as a whole: its entries, and that its header claims no more than they show. */

import { type ExportHeader, openExport } from './export.ts';
import { type VerifyOptions, type VerifyResult, verifyBatches } from './verify.ts';

export interface ExportCheck {
  readonly header: ExportHeader;
  readonly result: VerifyResult;
  /** The header's keys and attestation hash match the entries; meaningful for an intact chain. */
  readonly header_matches: boolean;
}

/**
 * Verifies an export against its own header: its size and head must be reached exactly, so that a cut file is
 * detected. Only a pin from elsewhere can show that the header itself is not from an older or forked chain.
 *
 * @throws ReceiptError `format` when the bytes are not an export
 */
export async function verifyExport(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Omit<VerifyOptions, 'pin'>,
): Promise<ExportCheck> {
  const { header, batches } = await openExport(source);
  const pin = { size: header.size, head: header.head, exact: true };
  const carried = header.checkpoint === undefined ? [] : [header.checkpoint];
  const checkpoints = [...carried, ...(options.checkpoints ?? [])];
  const result = await verifyBatches(batches, { chainId: header.chain_id, ...options, checkpoints, pin });
  return { header, result, header_matches: matches(header, result) };
}

function matches(header: ExportHeader, { epochs }: VerifyResult): boolean {
  return (
    header.attestation_hash === (epochs[0]?.attestation_hash ?? null) &&
    (header.size > 0 || header.head === null) &&
    header.keys.length === epochs.length &&
    header.keys.every(({ seq, public_key, attestation_hash }, index) => {
      const epoch = epochs[index];
      return epoch?.seq === seq && epoch.jwk.x === public_key && epoch.attestation_hash === attestation_hash;
    })
  );
}
