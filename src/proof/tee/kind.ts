/** What a kind of TEE must answer about a key attestation, so that a new kind is one file here and one line in the table. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { Refusal } from '../verdict.ts';

export interface ReportCheck {
  readonly attestation: KeyAttestation;
  /** Bytes of the report: the CMW value, decoded. */
  readonly report: Uint8Array;
  /** SHA-512(JCS(runtime_data)): what the report must carry. */
  readonly reportData: Uint8Array;
  readonly kid: string;
  readonly now: number;
  readonly crypto: ProofCrypto;
}

export interface TeeKind {
  /** Media type of the CMW record. */
  readonly mediaType: string;
  /** Name of the kind as in passports: `software`, `sev-snp` … */
  readonly kind: string;
  /** Proves the report; `notes` say in words what the proof does not cover. */
  check(input: ReportCheck): Promise<{ ok: true; notes: readonly string[] } | Refusal>;
}
