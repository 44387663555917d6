/**
 * The software kind, for machines without a TEE: the key itself signs the report. It proves possession of the key and
 * nothing about the machine; every check of it says so.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import {
  cmwEvidence,
  type SoftwareReport,
  softwareReportMediaType,
  softwareReportType,
} from '../../../contract/key-attestation.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tee } from '../tee.ts';

/** Makes the software kind; `build` names what made the report. */
export function createSoftwareTee({ clock, build }: { clock: Clock; build: string }): Tee {
  return {
    kind: 'software',
    async report(reportData, signer) {
      const report: SoftwareReport = {
        report_data: toBase64Url(reportData),
        iat: Math.floor(clock.now() / 1000),
        build,
      };
      const header = { typ: softwareReportType, alg: 'EdDSA', kid: signer.kid };
      const input = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(report))}`;
      const jws = `${input}.${toBase64Url(await signer.sign(Buffer.from(input)))}`;
      return { cmw: { cpu: [softwareReportMediaType, encode(jws), cmwEvidence] }, endorsements: { certs: [] } };
    },
  };
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}
