/** A GPU beside the CPU kind: its report answers a nonce that binds it to this key and this challenge. */
import { cmwEvidence, type KeyAttestation, nvidiaReportMediaType } from '../../../contract/key-attestation.ts';
import type { ReportHelper } from './report-helper.ts';

/** One GPU report for a key attestation. */
export interface GpuReport {
  readonly record: NonNullable<KeyAttestation['cmw']['gpu']>;
  readonly bytes: Uint8Array;
  /** Base64 DER, leaf first. */
  readonly certs: readonly string[];
}

export interface Gpu {
  /** Requests a report about 32 bytes. @throws AppError `unavailable`. */
  report(nonce: Uint8Array): Promise<GpuReport>;
}

/** Makes the GPU; the helper is called as `HELPER attest --nonce HEX` and prints the report without bytes after it. */
export function createNvidiaGpu(helper: ReportHelper): Gpu {
  return {
    async report(nonce) {
      const { report, certs } = await helper.run(['attest', '--nonce', Buffer.from(nonce).toString('hex')]);
      const value = Buffer.from(report).toString('base64url');
      return { record: [nvidiaReportMediaType, value, cmwEvidence], bytes: report, certs };
    },
  };
}
