/**
 * Selects what of the receipt log goes to the verifier: Evidence with its receipt, and receipts without Evidence. Pure.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import type { StoredReceipt } from '@assay/sdk/receipts';
import type { ReceiptProof } from '../../contract/bundle.ts';
import type { EvidenceItem } from '../../contract/ingest.ts';

/** Evidence with the number of its receipt. */
export interface SeqItem {
  readonly seq: number;
  readonly item: EvidenceItem;
}

/** The Evidence of a record, with its receipt; none for a record that has no Evidence here. */
export function toSeqItem(entry: StoredReceipt): SeqItem[] {
  if (entry.attachment === undefined) return [];
  const jws = Buffer.from(entry.attachment).toString('latin1');
  return [{ seq: entry.seq, item: { jws, receipt: toProof(entry) } }];
}

/** The receipt of a record that has no Evidence here. */
export function toBare(entry: StoredReceipt): ReceiptProof[] {
  return entry.attachment === undefined ? [toProof(entry)] : [];
}

function toProof({ record, signature }: StoredReceipt): ReceiptProof {
  return { record: toBase64Url(record), signature: toBase64Url(signature) };
}
