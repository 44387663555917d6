/** The error of the receipt chain: a stable code, and its place in the chain or on disk. */

export type ReceiptErrorCode =
  /** The queue is full; try later. */
  | 'overloaded'
  /** A write or sync failed. This writer acknowledges nothing any more. */
  | 'writer_failed'
  /** The signer refused or failed; nothing of the batch was written. */
  | 'sign_failed'
  | 'invalid_draft'
  | 'closed'
  /** Another live process holds the directory. */
  | 'locked'
  /** Bytes on disk are damaged; nothing was changed. */
  | 'corrupt'
  /** The disk holds less than was known to be durable. */
  | 'rollback'
  | 'forked'
  | 'chain_id'
  /** The bytes are not a receipt export. */
  | 'format'
  /** The export is truncated, or does not verify. */
  | 'broken'
  /** The import is shorter than the known chain. */
  | 'shorter'
  /** There is no local history to compare an import with, and the caller did not allow that. */
  | 'unpinned';

export interface ReceiptErrorDetail {
  readonly file?: string;
  readonly offset?: number;
  readonly seq?: number;
  readonly reason?: string;
}

export class ReceiptError extends Error {
  readonly code: ReceiptErrorCode;
  readonly detail: ReceiptErrorDetail;

  constructor(code: ReceiptErrorCode, message: string, options: { cause?: unknown; detail?: ReceiptErrorDetail } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ReceiptError';
    this.code = code;
    this.detail = options.detail ?? {};
  }
}
