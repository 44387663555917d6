/**
 * The report that Azure's paravisor keeps in the vTPM (NV index 0x01400001): a header, the hardware's own report, and
 * the runtime data whose hash that report carries. Nobody signs the header and the zeros, so each must have one fixed
 * value.
 */
import { decodeUtf8 } from '../../json.ts';

/** Size of the NV index. The bytes after the runtime data are zero. */
export const hclReportBytes = 2600;
export const hardwareReportAt = 0x20;
export const hardwareAreaBytes = 1184;
const requestAt = hardwareReportAt + hardwareAreaBytes;
const requestBytes = 20;

export interface HclReport {
  readonly version: number;
  readonly tee: 'snp' | 'tdx';
  /** A report of SEV-SNP, or a TD report of 1024 bytes and zeros. */
  readonly hardwareReport: Uint8Array;
  /** The hash that put `runtimeData` into the user data of the hardware report. */
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  /** Exact bytes of the JSON text. */
  readonly runtimeData: Uint8Array;
}

export interface HclProblem {
  readonly code: 'length' | 'padding' | 'unsupported';
  readonly message: string;
}

const tees: Readonly<Record<number, HclReport['tee']>> = { 2: 'snp', 4: 'tdx' };
const hashes: Readonly<Record<number, HclReport['hash']>> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' };
const versions = [1, 2];
const akCertificateRequest = 2;

/** True for bytes that begin like such a report. */
export function isHclReport(bytes: Uint8Array): boolean {
  return decodeUtf8(bytes.subarray(0, 4)) === 'HCLA';
}

/** Reads a report, or says why it is invalid. Never throws. */
export function parseHclReport(bytes: Uint8Array): HclReport | HclProblem {
  if (bytes.length !== hclReportBytes)
    return { code: 'length', message: `an HCL report must have ${hclReportBytes} bytes` };
  if (!isHclReport(bytes)) return { code: 'unsupported', message: 'this is not an HCL report' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  const version = word(4);
  const tee = tees[word(requestAt + 8)];
  const hash = hashes[word(requestAt + 12)];
  const isKnown = versions.includes(version) && word(12) === akCertificateRequest && word(requestAt + 4) === 1;
  if (!isKnown || tee === undefined || hash === undefined) {
    return { code: 'unsupported', message: 'the header of the HCL report has values that are not known' };
  }
  const runtimeBytes = word(requestAt + 16);
  const end = requestAt + requestBytes + runtimeBytes;
  if (end > hclReportBytes || word(8) !== end || word(requestAt) !== requestBytes + runtimeBytes) {
    return { code: 'length', message: 'the sizes in the HCL report do not match' };
  }
  const isZero = (start: number, stop: number) => bytes.subarray(start, stop).every((byte) => byte === 0);
  // Words 4 to 7 are a status, which is 0 for success, and reserved.
  if (!isZero(16, hardwareReportAt) || !isZero(end, hclReportBytes)) {
    return { code: 'padding', message: 'an unused area of the HCL report is not zero' };
  }
  const hardwareReport = bytes.subarray(hardwareReportAt, requestAt);
  const runtimeData = bytes.subarray(requestAt + requestBytes, end);
  return { version, tee, hash, hardwareReport, runtimeData };
}
