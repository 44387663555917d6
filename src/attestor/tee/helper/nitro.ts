/** The Nitro kind: the enclave's security module signs a document that carries the report data as user data. */
import { cmwEvidence, nitroDocumentMediaType } from '../../../contract/key-attestation.ts';
import type { Tee } from '../tee.ts';
import type { ReportHelper } from './report-helper.ts';

/** Makes the kind; the helper is called as `HELPER attest --user-data HEX`. */
export function createNitroTee(helper: ReportHelper): Tee {
  return {
    kind: 'nitro',
    async report(reportData) {
      const userData = Buffer.from(reportData).toString('hex');
      const { report } = await helper.run(['attest', '--user-data', userData]);
      const value = Buffer.from(report).toString('base64url');
      return { cmw: { cpu: [nitroDocumentMediaType, value, cmwEvidence] }, endorsements: { certs: [] } };
    },
  };
}
