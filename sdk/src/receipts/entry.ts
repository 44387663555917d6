/**
 * The stored parts of one link: the record's exact bytes, their signature, and the attachment of the record's
 * evidence hash.
 */

export interface ReceiptEntry {
  /** Exact canonical bytes of the record. */
  readonly record: Uint8Array;
  /** Raw 64-byte Ed25519 signature. */
  readonly signature: Uint8Array;
  /** The bytes behind `evidence_hash`, if available. */
  readonly attachment?: Uint8Array;
}

export const signatureBytes = 64;
