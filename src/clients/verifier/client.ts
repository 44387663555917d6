/** How a gateway (or the CLI) reaches the verifier. */

import type { ReceiptProof } from '../../contract/bundle.ts';
import type { EvidenceItem, IngestResult } from '../../contract/ingest.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { ReceiptIngestResult, WitnessedChain } from '../../contract/receipts.ts';

export interface AttestationRecord {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
}

/** What a witness says to a checkpoint (C2SP tlog-witness). */
export type WitnessReply =
  /** Signature lines to be put under the checkpoint. */
  | { readonly kind: 'cosigned'; readonly lines: string }
  /** The witness knows another size than the one that was named. */
  | { readonly kind: 'stale'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string };

/** Every call throws AppError `verifier_unavailable` when the verifier cannot be reached or answers 5xx. */
export interface VerifierClient {
  /** Characters of Evidence that go well into one batch: what is printed and checked in one go holds up live exchanges. */
  readonly batchChars: number;
  challenge(): Promise<{ nonce: string; expires_at: string }>;
  registerKeyAttestation(attestation: KeyAttestation): Promise<AttestationRecord>;
  /** At most 256 items; one result per item, in order. */
  sendEvidence(items: readonly EvidenceItem[]): Promise<IngestResult[]>;
  /** Receipts without Evidence, at most 256; one result per receipt, in order. */
  sendReceipts(receipts: readonly ReceiptProof[]): Promise<ReceiptIngestResult[]>;
  /** The body of an add-checkpoint request. */
  addCheckpoint(body: string): Promise<WitnessReply>;
  /** What the verifier has witnessed of a chain; `undefined` when it knows no such chain. */
  witnessedChain(chainId: string): Promise<WitnessedChain | undefined>;
  close(): Promise<void>;
}
