/** The gateway's client of the key: signs Evidence with the receipts of one chain, and attests the key. */
import type { CheckpointRequest, ReceiptRecord, SignedTogether } from '@assay/sdk/receipts';
import type { KeyAttestation, OkpKey } from '../../contract/key-attestation.ts';
import type { EvidencePayload } from './evidence-payload.ts';

export interface AttestorIdentity {
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly jwk: OkpKey;
  /** `software`, `sev-snp`, `tdx` … */
  readonly kind: string;
  /** The key attestation made at start, with the attestor's own nonce. */
  readonly keyAttestation: KeyAttestation;
  /** `sha256:<hex>` over JCS of `{cmw, runtime_data}` of that attestation. */
  readonly keyAttestationHash: string;
  /** The previous key, while it still signs records that name it: until this one has signed its first receipt. */
  readonly retiringKid?: string | undefined;
}

export interface AttestorClient {
  identity(): Promise<AttestorIdentity>;
  /** Attests the same key against a verifier's nonce (base64url). */
  attest(nonce: string): Promise<KeyAttestation>;
  /**
   * Signs records that extend the attestor's one chain, with the Evidence of its gateway that they name, all or
   * nothing, as the chain's `SignTogether` defines it; attachments are compact JWS. @throws AppError `evidence_refused`
   * for Evidence that no key would sign, `attestor_refused`.
   */
  signExchanges(
    records: readonly ReceiptRecord[],
    evidence: readonly (EvidencePayload | undefined)[],
  ): Promise<SignedTogether>;
  /**
   * Signs records of that chain that name nothing unsigned, in order; gives raw 64-byte signatures. @throws AppError
   * `attestor_refused`.
   */
  signReceipts(records: readonly ReceiptRecord[]): Promise<Uint8Array[]>;
  /**
   * Signs a checkpoint of that chain, at the end of a batch that it signed; gives the whole note. @throws AppError
   * `attestor_refused`.
   */
  signCheckpoint(request: CheckpointRequest): Promise<string>;
  /** Replaces the key of this id by a new one, unless another is in use already. */
  renew(kid: string): Promise<void>;
  close(): Promise<void>;
}
