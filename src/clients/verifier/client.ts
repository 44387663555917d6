/** How a gateway (or the CLI) reaches the verifier. */
import type { EvidenceItem, IngestResult } from '../../contract/ingest.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';

export interface AttestationRecord {
  readonly attestation_id: string;
  readonly kid: string;
  readonly key_attestation_hash: string;
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
}

/** Every call throws AppError `verifier_unavailable` when the verifier cannot be reached or answers 5xx. */
export interface VerifierClient {
  /** Characters of Evidence that go well into one batch: what is printed and checked in one go holds up live exchanges. */
  readonly batchChars: number;
  challenge(): Promise<{ nonce: string; expires_at: string }>;
  registerKeyAttestation(attestation: KeyAttestation): Promise<AttestationRecord>;
  /** At most 256 items; one result per item, in order. */
  sendEvidence(items: readonly EvidenceItem[]): Promise<IngestResult[]>;
  close(): Promise<void>;
}
