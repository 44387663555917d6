/** The interface of a TEE kind for key attestations. A new kind is one file here and one line in the table. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { KeyHardware } from '../../contract/hardware-facts.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import type { Collateral } from '../reports/input.ts';
import type { ReportPolicy } from '../reports/policy.ts';
import type { VendorRoot } from '../reports/roots.ts';
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
  /** Requirements on reports, by kind (`sev-snp`, `tdx`, `nvidia` …); a kind without an entry has the default policy. */
  readonly reportPolicies: Readonly<Record<string, ReportPolicy>>;
  /** Trust anchors of hardware reports. */
  readonly roots: readonly VendorRoot[];
  /** Available collateral. It takes precedence over that of the attestation. */
  readonly collateral?: Collateral;
}

/** A refusal, with the facts about the hardware if the report could be read. */
export type KindRefusal = Refusal & { readonly hardware?: KeyHardware };

export interface TeeKind {
  /** Media type of the CMW record. */
  readonly mediaType: string;
  /** Name of the kind as in passports: `software`, `sev-snp` … */
  readonly kind: string;
  /** Proves the report. `notes` say what the proof does not cover; `hardware` is absent for software. */
  check(input: ReportCheck): Promise<{ ok: true; notes: readonly string[]; hardware?: KeyHardware } | KindRefusal>;
}
