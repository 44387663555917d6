/** A report of SEV-SNP as JSON. */
import { toHex } from '../../hash.ts';
import type { ReportView } from '../verdict.ts';
import type { Endorsement } from './endorsement.ts';
import { readGuestPolicy, readPlatformInfo, toHexNumber } from './guest-policy.ts';
import { readTcb, type SnpProduct } from './product.ts';
import type { FirmwareVersion, SnpReport } from './report.ts';

/**
 * Bytes are lower-case hexadecimal digits, 64-bit numbers 16 of them. The components of a TCB version have names only
 * when the product is known.
 */
export function toSnpView(
  report: SnpReport,
  product: SnpProduct | undefined,
  endorsement: Endorsement | undefined,
): ReportView {
  const tcb = (bytes: Uint8Array) => ({ raw: toHex(bytes), ...(product === undefined ? {} : readTcb(bytes, product)) });
  return {
    version: report.version,
    product: product ?? null,
    guest_svn: report.guestSvn,
    policy: readGuestPolicy(report.policy),
    family_id: toHex(report.familyId),
    image_id: toHex(report.imageId),
    vmpl: report.vmpl,
    sig_algo: 1,
    signing_key: report.signingKey,
    author_key_en: report.hasAuthorKey,
    mask_chip_key: report.isChipKeyMasked,
    current_tcb: tcb(report.currentTcb),
    platform_info: readPlatformInfo(report.platformInfo),
    ...toRegisters(report),
    report_id: toHex(report.reportId),
    report_id_ma: toHex(report.reportIdMa),
    reported_tcb: tcb(report.reportedTcb),
    ...(report.cpuid === undefined ? {} : { cpuid: report.cpuid }),
    committed_tcb: tcb(report.committedTcb),
    current_version: toText(report.current),
    committed_version: toText(report.committed),
    launch_tcb: tcb(report.launchTcb),
    ...(report.mitigations === undefined
      ? {}
      : {
          launch_mit_vector: toHexNumber(report.mitigations.launch),
          current_mit_vector: toHexNumber(report.mitigations.current),
        }),
    ...(endorsement?.cspId === undefined ? {} : { csp_id: endorsement.cspId }),
  };
}

/** Gives the values that a policy may compare with reference values. */
export function toRegisters(report: SnpReport): Readonly<Record<string, string>> {
  return {
    report_data: toHex(report.reportData),
    measurement: toHex(report.measurement),
    host_data: toHex(report.hostData),
    id_key_digest: toHex(report.idKeyDigest),
    author_key_digest: toHex(report.authorKeyDigest),
    chip_id: toHex(report.chipId),
  };
}

function toText({ major, minor, build }: FirmwareVersion): string {
  return `${major}.${minor}.${build}`;
}
