/** Extracts the bytes of a report from the forms in which people store it. */
import { isRecord } from '@assay/sdk/contract';
import { decodeUtf8, parseStrictJson } from '../json.ts';
import { decodeFile, readCompanions } from './files.ts';
import type { ReportKind } from './verdict.ts';

export interface ReportFile {
  readonly report: Uint8Array;
  /** Certificates in the same file, outside the report. */
  readonly certificates: readonly Uint8Array[];
}

const maxChars = 4 * 1024 * 1024;
/** Most devices in one list of evidence; a machine has eight GPUs and a few switches. */
const maxDevices = 64;
/** Kinds whose report is itself a JSON document. */
const jsonKinds: readonly ReportKind[] = ['az-snp', 'az-tdx', 'snp'];

/**
 * Reads a file: raw, hexadecimal, base64, a JSON string of those, an object with the report in its member `quote`, or
 * the list of `{evidence, certificate}` (or the collection of such conceptual messages, RFC 9999) in which NVIDIA's
 * tools store the devices of a machine. Anything else is returned unchanged, and its check refuses it. Gives at least
 * one report, and exactly one except for such a list.
 */
export function readReports(kind: ReportKind, file: Uint8Array): readonly ReportFile[] {
  const bytes = decodeFile(file);
  const plain = [{ report: bytes, certificates: [] }];
  const text = jsonKinds.includes(kind) ? undefined : decodeUtf8(bytes)?.trim();
  if (text === undefined || !/^[{["]/.test(text)) return plain;
  const json = parseStrictJson(text, { maxChars, maxDepth: 16 });
  if (!json.ok) return plain;
  const devices = kind === 'nvidia' ? (readDevices(json.value) ?? readCollection(json.value)) : undefined;
  if (devices !== undefined) return devices;
  const inner = isRecord(json.value) ? json.value['quote'] : json.value;
  return typeof inner === 'string' ? [{ report: decodeText(inner), certificates: [] }] : plain;
}

/** Undefined for anything but such a list, or if it holds an invalid certificate file. */
function readDevices(value: unknown): readonly ReportFile[] | undefined {
  const list = isRecord(value) ? value['evidence_list'] : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxDevices) return undefined;
  const devices = list.flatMap((item: unknown) => readDevice(item) ?? []);
  return devices.length === list.length ? devices : undefined;
}

/** Each device is a member, and each of its parts a record of media type and base64url. */
function readCollection(value: unknown): readonly ReportFile[] | undefined {
  if (!isRecord(value) || value['__cmwc_t'] === undefined) return undefined;
  const items = Object.values(value).flatMap((member) => {
    if (!isRecord(member)) return [];
    const { evidence, certificate } = member;
    return [{ evidence: toRecordValue(evidence), certificate: toRecordValue(certificate) }];
  });
  return readDevices(items);
}

function toRecordValue(record: unknown): unknown {
  return Array.isArray(record) ? record[1] : undefined;
}

function readDevice(item: unknown): ReportFile | undefined {
  if (!isRecord(item)) return undefined;
  const { evidence, certificate } = item;
  if (typeof evidence !== 'string' || typeof certificate !== 'string') return undefined;
  const companions = readCompanions([decodeText(certificate)]);
  // Some tools encode the bytes, and some the hexadecimal digits of the bytes.
  const report = decodeFile(decodeText(evidence));
  return 'unknown' in companions ? undefined : { report, certificates: companions.certificates };
}

function decodeText(text: string): Uint8Array {
  return decodeFile(new TextEncoder().encode(text));
}
