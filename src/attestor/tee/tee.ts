/** What the attestor asks of the environment it runs in: a report over 64 bytes of its choosing (attestation reference 2, 7). */
import type { Awaitable } from '@assay/sdk/crypto';
import type { KeyAttestation } from '../../contract/key-attestation.ts';

/** The attested key's ability to sign; a hardware kind has no use for it, software proves possession with it. */
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
  /** `software`, later `sev-snp`, `tdx` … */
  readonly kind: string;
  /** @throws AppError `unavailable` when the environment gives no report. */
  report(reportData: Uint8Array, signer: ReportSigner): Promise<TeeReport>;
}
