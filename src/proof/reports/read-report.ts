/** The bytes of a report out of the forms in which people keep one. */
import { decodeUtf8, isRecord, parseStrictJson } from '../json.ts';
import { decodeFile } from './files.ts';
import type { ReportKind } from './verdict.ts';

const maxChars = 4 * 1024 * 1024;
/** Kinds whose report is itself a JSON document. */
const jsonKinds: readonly ReportKind[] = ['az-snp', 'az-tdx', 'snp'];

/** Reads a file: raw, hexadecimal, base64, a JSON string of those, or an object with the report in its member `quote`. */
export function readReport(kind: ReportKind, file: Uint8Array): Uint8Array {
  const bytes = decodeFile(file);
  const text = jsonKinds.includes(kind) ? undefined : decodeUtf8(bytes)?.trim();
  if (text === undefined || !(text.startsWith('{') || text.startsWith('"'))) return bytes;
  const json = parseStrictJson(text, { maxChars, maxDepth: 16 });
  if (!json.ok) return bytes;
  const inner = isRecord(json.value) ? json.value['quote'] : json.value;
  return typeof inner === 'string' ? decodeFile(new TextEncoder().encode(inner)) : bytes;
}
