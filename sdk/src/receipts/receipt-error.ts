/** The one error of the receipt chain: a stable code, and where in the chain or on disk it stands. */

export type ReceiptErrorCode =
  /** The queue is full; try later. */
  | 'overloaded'
  /** A write or sync failed: this writer acknowledges nothing any more. */
  | 'writer_failed'
  /** The signer refused or failed; nothing of the batch was written. */
  | 'sign_failed'
  | 'invalid_draft'
  | 'closed'
  /** Another live process holds the directory. */
  | 'locked'
  /** Bytes on disk are not what was written; nothing was changed. */
  | 'corrupt'
  /** Less is on disk than was known to be durable. */
  | 'rollback'
  | 'forked'
  | 'chain_id'
  /** The bytes are not a receipt export. */
  | 'format'
  /** The export breaks off, or does not verify. */
  | 'broken'
  /** The import is shorter than what is known. */
  | 'shorter'
  /** Nothing local to compare an import with, and the caller did not allow that. */
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
