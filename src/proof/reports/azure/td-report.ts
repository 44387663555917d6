/**
 * The TD report inside an HCL report (Intel TDX module, TDREPORT_STRUCT). Only its own processor can check its MAC.
 * The quote proves its content, so every byte except the MAC must equal the quote's or follow from it.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { isEqual } from '../findings.ts';
import type { Quote } from '../intel/quote.ts';

const reportBytes = 1024;
const tcbInfoAt = 256;
const tcbInfoBytes = 239;
const tdInfoAt = 512;
const servtdHashAt = tdInfoAt + 400;
const tdReportType = 0x81;

/** Why a TD report and a quote are not of the same TD at the same time; undefined if they are. */
export async function findTdReportProblem(
  area: Uint8Array,
  quote: Quote,
  crypto: ProofCrypto,
): Promise<string | undefined> {
  if (quote.body.tee !== 'tdx') return 'the quote is not from a TD';
  const { td } = quote.body;
  const part = (at: number, length: number) => area.subarray(at, at + length);
  const isZero = (start: number, end: number) => area.subarray(start, end).every((byte) => byte === 0);
  // Version 1 means that service TDs are bound; their hash is then not zero.
  const version = isZero(servtdHashAt, servtdHashAt + 48) ? 0 : 1;
  const isTyped = isEqual(part(0, 4), Uint8Array.of(tdReportType, 0, version, 0));
  if (!isTyped || !isZero(4, 16) || !isZero(192, 224) || !isZero(495, 512) || !isZero(reportBytes, area.length)) {
    return 'the TD report in the HCL report has reserved bytes that are not zero';
  }
  const isWhole =
    isEqual(part(32, 48), await crypto.sha384(part(tcbInfoAt, tcbInfoBytes))) &&
    isEqual(part(80, 48), await crypto.sha384(area.subarray(tdInfoAt, reportBytes)));
  if (!isWhole) return 'the hashes in the TD report of the HCL report do not match it';
  const pairs: readonly (readonly [at: number, quoted: Uint8Array])[] = [
    [16, quote.qeReport.cpuSvn],
    [128, td.reportData],
    [tcbInfoAt + 8, td.teeTcbSvn],
    [tcbInfoAt + 24, td.mrseam],
    [tcbInfoAt + 72, td.mrsignerseam],
    [tcbInfoAt + 120, td.seamAttributes],
    [tdInfoAt, td.tdAttributes],
    [tdInfoAt + 8, td.xfam],
    [tdInfoAt + 16, td.mrtd],
    [tdInfoAt + 64, td.mrconfigid],
    [tdInfoAt + 112, td.mrowner],
    [tdInfoAt + 160, td.mrownerconfig],
    ...(td.later === undefined
      ? []
      : ([
          [tcbInfoAt + 128, td.later.teeTcbSvn2],
          [servtdHashAt, td.later.mrservicetd],
        ] as const)),
    ...td.rtmrs.map((rtmr, index) => [tdInfoAt + 208 + 48 * index, rtmr] as const),
  ];
  const isQuoted = pairs.every(([at, quoted]) => isEqual(part(at, quoted.length), quoted));
  return isQuoted ? undefined : 'the TD report in the HCL report contradicts the quote';
}
