/** How the gateway reaches the key: sign Evidence and the receipts of one chain, and attest the key. */
import type { CheckpointRequest, ReceiptRecord } from '@assay/sdk/receipts';
import type { Evidence } from '../../contract/evidence.ts';
import type { KeyAttestation, OkpKey } from '../../contract/key-attestation.ts';

export interface AttestorIdentity {
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly jwk: OkpKey;
  /** `software`, later `sev-snp`, `tdx` … */
  readonly kind: string;
  /** The key attestation made at start, with the attestor's own nonce. */
  readonly keyAttestation: KeyAttestation;
  /** `sha256:<hex>` over JCS of `{cmw, runtime_data}` of that attestation. */
  readonly keyAttestationHash: string;
  /** The key before, while it still signs what names it: until this one has signed its first receipt. */
  readonly retiringKid?: string | undefined;
}

export interface AttestorClient {
  identity(): Promise<AttestorIdentity>;
  /** Attests the same key against a verifier's nonce (base64url). */
  attest(nonce: string): Promise<KeyAttestation>;
  /** Signs well-formed Evidence of its gateway; compact JWS each, in order. @throws AppError `attestor_refused`. */
  signEvidence(evidence: readonly Evidence[]): Promise<string[]>;
  /** Signs records that extend the one chain it knows, in order; raw 64-byte signatures. @throws AppError `attestor_refused`. */
  signReceipts(records: readonly ReceiptRecord[]): Promise<Uint8Array[]>;
  /** Signs a checkpoint of that chain, at the end of a batch that it signed; a whole note. @throws AppError `attestor_refused`. */
  signCheckpoint(request: CheckpointRequest): Promise<string>;
  /** Has the key of this id replaced by a new one, unless another is in use already. */
  renew(kid: string): Promise<void>;
  close(): Promise<void>;
}
