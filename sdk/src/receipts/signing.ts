/** Shapes of signing: receipts that wait, what a signer is asked, and what it gives. */
import type { Submission } from './batch.ts';
import type { ReceiptError } from './receipt-error.ts';
import type { ReceiptRecord } from './record.ts';

/** Signs records in order; raw 64-byte signatures over `signedMessage(hashRecord(record))`. */
export type SignReceipts = (records: ReceiptRecord[]) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

/** The unsigned attachment of a receipt, signed together with it. */
export interface Unsigned<Value> {
  readonly unsigned: Value;
  /** Largest size of the attachment, in bytes. */
  readonly maxBytes: number;
}

/** Result of a run of receipts that were signed with their attachments. */
export interface SignedTogether {
  /** The attachment of each unsigned value; `undefined` if there was none. */
  readonly attachments: readonly (Uint8Array | undefined)[];
  /** Raw 64-byte signatures over `signedMessage(hashRecord(record))`, of each record with its hashes filled in. */
  readonly signatures: readonly Uint8Array[];
  /** Hex hash of the last record. The chain computes it itself and writes nothing unless they agree. */
  readonly head: string;
}

/**
 * Signs records in order together with their attachments, all or nothing. Unknown hashes are `openHash` in the
 * records, and the signer fills them in: `evidence_hash` where there is an unsigned value, `prev_hash` in all records
 * but the first.
 */
export type SignTogether<Value> = (
  records: ReceiptRecord[],
  unsigned: readonly (Value | undefined)[],
) => Promise<SignedTogether>;

/** Result of `append`, once the receipt is durable. */
export interface AppendedReceipt {
  readonly record: ReceiptRecord;
  /** Record hash, hex. */
  readonly hash: string;
  readonly signature: Uint8Array;
  readonly attachment: Uint8Array | undefined;
}

/** A draft with its attachment, or with the unsigned value of it. */
export interface Pending<Value> extends Submission {
  readonly unsigned: Unsigned<Value> | undefined;
}

export interface Waiting<Value> extends Pending<Value> {
  readonly resolve: (receipt: AppendedReceipt) => void;
  readonly reject: (error: ReceiptError) => void;
}
