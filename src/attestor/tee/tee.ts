/** The interface of the environment that the attestor runs in: a report over 64 chosen bytes (docs/attestation). */
import type { Awaitable } from '@assay/sdk/crypto';
import type { KeyAttestation } from '../../contract/key-attestation.ts';

/** Signs with the attested key; a hardware kind does not use it, the software kind proves possession with it. */
export interface ReportSigner {
  readonly kid: string;
  sign(data: Uint8Array): Awaitable<Uint8Array>;
}

export interface TeeReport {
  readonly cmw: KeyAttestation['cmw'];
  readonly endorsements: KeyAttestation['endorsements'];
}

/** One kind of environment. Every kind passes the conformance suite beside this file. */
export interface Tee {
  /** `software`, `sev-snp`, `tdx` … */
  readonly kind: string;
  /** @throws AppError `unavailable` when the environment gives no report. */
  report(reportData: Uint8Array, signer: ReportSigner): Promise<TeeReport>;
}
