/** Sorts the files dropped next to an artefact by content: trust anchors, and parts that a report needs. */
import { isRecord } from '@assay/sdk/contract';
import { decodeUtf8, parseStrictJson } from '../json.ts';
import { readCompanions } from '../reports/files.ts';
import { parseReportPolicy } from '../reports/policy.ts';

export interface BesideFiles {
  /** A JWKS of verifiers. */
  readonly keys?: unknown;
  readonly attestations: readonly unknown[];
  /** `name+id+base64`. */
  readonly witnesses: readonly string[];
  /** Certificates, revocation lists, signed documents. */
  readonly companions: readonly Uint8Array[];
  /** A report policy. */
  readonly policy?: unknown;
  /** Indices of files that are none of these, or a surplus one. */
  readonly unknown: readonly number[];
}

type Sorted = { -readonly [Member in keyof BesideFiles]: BesideFiles[Member] };

const limits = { maxChars: 16 * 1024 * 1024, maxDepth: 64 };
const witnessKey = /^[^\s+]{1,256}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{16,512}$/;

/** Sorts the contents of files. Never throws. */
export function sortBeside(files: readonly Uint8Array[]): BesideFiles {
  const sorted: Sorted = { attestations: [], witnesses: [], companions: [], unknown: [] };
  for (const [index, file] of files.entries()) {
    if (!take(file, sorted)) sorted.unknown = [...sorted.unknown, index];
  }
  return sorted;
}

function take(file: Uint8Array, sorted: Sorted): boolean {
  const text = decodeUtf8(file)?.trim();
  const lines = text?.split(/\s*\n\s*/) ?? [];
  if (lines.length > 0 && lines.every((line) => witnessKey.test(line))) {
    sorted.witnesses = [...sorted.witnesses, ...lines];
    return true;
  }
  const json = text !== undefined && /^[[{]/.test(text) ? parseStrictJson(text, limits) : undefined;
  if (json?.ok === true && takeJson(json.value, sorted)) return true;
  if ('unknown' in readCompanions([file])) return false;
  sorted.companions = [...sorted.companions, file];
  return true;
}

function takeJson(value: unknown, sorted: Sorted): boolean {
  if (isRecord(value) && Array.isArray(value['keys']) && sorted.keys === undefined) {
    sorted.keys = value;
    return true;
  }
  if (holdsAttestation(value)) {
    sorted.attestations = [...sorted.attestations, value];
    return true;
  }
  if (sorted.policy !== undefined || !isRecord(value) || !parseReportPolicy(value).ok) return false;
  sorted.policy = value;
  return true;
}

function holdsAttestation(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(holdsAttestation);
  return isRecord(value) && ['cmw', 'key_attestation', 'key_attestations'].some((name) => name in value);
}
