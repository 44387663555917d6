/** Guesses which hardware report a file is by its first bytes. The check itself decides whether it is valid. */
import { isRecord } from '@assay/sdk/contract';
import { decodeUtf8, parseStrictJson } from '../../../../src/proof/json.ts';
import { decodeFile } from '../../../../src/proof/reports/files.ts';
import type { ReportKind } from '../../../../src/proof/reports/verdict.ts';

const limits = { maxChars: 4 * 1024 * 1024, maxDepth: 32 };
/** Sizes of the AMD SEV-SNP ABI, table ATTESTATION_REPORT, and of Intel's quote header. */
const snpBytes = 1184;
const snpAlgorithmAt = 0x34;
const quoteHeaderBytes = 48;
const tdxTee = 0x81;

/** Undefined for a file that is none. */
export function guessReport(file: Uint8Array): ReportKind | undefined {
  const bytes = decodeFile(file);
  const text = decodeUtf8(bytes)?.trim();
  if (text !== undefined && /^[{[]/.test(text)) {
    const json = parseStrictJson(text, limits);
    return json.ok ? guessJson(json.value) : undefined;
  }
  return guessBytes(bytes);
}

function guessBytes(bytes: Uint8Array): ReportKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isCose(bytes)) return 'nitro';
  if (
    bytes.length >= snpBytes &&
    isBetween(view.getUint32(0, true), 2, 5) &&
    view.getUint32(snpAlgorithmAt, true) === 1
  )
    return 'snp';
  if (bytes.length < quoteHeaderBytes || !isBetween(view.getUint16(0, true), 3, 5)) return undefined;
  if (!isBetween(view.getUint16(2, true), 2, 3)) return undefined;
  const tee = view.getUint32(4, true);
  return tee === tdxTee ? 'tdx' : tee === 0 ? 'sgx' : undefined;
}

/** COSE_Sign1 with or without its tag: an array of four that begins with a byte string (RFC 9052). */
function isCose(bytes: Uint8Array): boolean {
  const at = bytes[0] === 0xd2 ? 1 : 0;
  return bytes[at] === 0x84 && ((bytes[at + 1] ?? 0) & 0xe0) === 0x40;
}

function guessJson(value: unknown): ReportKind | undefined {
  const list = isRecord(value) ? value['evidence_list'] : value;
  if (Array.isArray(list)) return list.length > 0 && list.every(isDevice) ? 'nvidia' : undefined;
  return isRecord(value) && value['__cmwc_t'] !== undefined ? 'nvidia' : undefined;
}

function isDevice(item: unknown): boolean {
  return isRecord(item) && typeof item['evidence'] === 'string' && typeof item['certificate'] === 'string';
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
