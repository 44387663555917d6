/** Sorts files by content: what is to be checked, and what helps to check it. */
import { isRecord } from '@assay/sdk/contract';
import { detectArtefact } from '../../../../src/proof/artefact.ts';
import { sortBeside } from '../../../../src/proof/browser/beside.ts';
import { decodeUtf8, parseStrictJson } from '../../../../src/proof/json.ts';
import type { ReportKind } from '../../../../src/proof/reports/verdict.ts';
import type { CheckFile } from './check-file.ts';
import { guessReport } from './guess-report.ts';

export interface SortedFiles {
  readonly artefacts: readonly CheckFile[];
  readonly reports: readonly (CheckFile & { readonly kind: ReportKind })[];
  readonly audits: readonly CheckFile[];
  /** Key sets (JWKS), parsed. */
  readonly keys: readonly unknown[];
  readonly attestations: readonly unknown[];
  readonly witnesses: readonly string[];
  readonly companions: readonly Uint8Array[];
  readonly policy: unknown;
}

type Sorted = { -readonly [Member in keyof SortedFiles]: SortedFiles[Member] };

const lineLimits = { maxChars: 1024 * 1024, maxDepth: 32 };

/**
 * Never throws.
 * @param kind what a file is that nothing else recognises; undefined: unknown
 */
export function sortFiles(files: readonly CheckFile[], kind?: ReportKind): SortedFiles {
  const sorted: Sorted = {
    artefacts: [],
    reports: [],
    audits: [],
    keys: [],
    attestations: [],
    witnesses: [],
    companions: [],
    policy: undefined,
  };
  const attestations: CheckFile[] = [];
  for (const file of files) {
    if (isAuditExport(file.bytes)) sorted.audits = [...sorted.audits, file];
    else if (detectArtefact(file.bytes).kind === 'key_attestation') attestations.push(file);
    else if (detectArtefact(file.bytes).kind !== 'unknown') sorted.artefacts = [...sorted.artefacts, file];
    else take(file, sorted, kind);
  }
  return withAttestations(sorted, attestations);
}

function take(file: CheckFile, sorted: Sorted, kind: ReportKind | undefined): void {
  const { keys, attestations, witnesses, companions, policy } = sortBeside([file.bytes]);
  const guessed = guessReport(file.bytes) ?? (isDocument(file.bytes) || companions.length === 0 ? kind : undefined);
  if (keys !== undefined) sorted.keys = [...sorted.keys, keys];
  else if (attestations.length > 0) sorted.attestations = [...sorted.attestations, ...attestations];
  else if (witnesses.length > 0) sorted.witnesses = [...sorted.witnesses, ...witnesses];
  else if (policy !== undefined && sorted.policy === undefined) sorted.policy = policy;
  else if (guessed !== undefined) sorted.reports = [...sorted.reports, { ...file, kind: guessed }];
  else if (companions.length > 0) sorted.companions = [...sorted.companions, ...companions];
  // The check says what is wrong with it.
  else sorted.artefacts = [...sorted.artefacts, file];
}

/** A key attestation alone is what is checked. Beside something else it helps. */
function withAttestations(sorted: Sorted, files: readonly CheckFile[]): SortedFiles {
  if (sorted.artefacts.length === 0) return { ...sorted, artefacts: files };
  const parsed = files.flatMap(({ bytes }) => sortBeside([bytes]).attestations);
  return { ...sorted, attestations: [...sorted.attestations, ...parsed] };
}

/** JSON without the marks of a signed vendor document: evidence of an Azure guest is one. */
function isDocument(bytes: Uint8Array): boolean {
  const value = parseFirst(decodeUtf8(bytes)?.trim() ?? '');
  return isRecord(value) && !['signature', 'tcbInfo', 'enclaveIdentity'].some((name) => name in value);
}

function isAuditExport(bytes: Uint8Array): boolean {
  const text = decodeUtf8(bytes);
  if (text === undefined) return false;
  const value = parseFirst(text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n')));
  return isRecord(value) && ['org_id', 'seq', 'prev_hash', 'hash'].every((name) => Object.hasOwn(value, name));
}

function parseFirst(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  const json = parseStrictJson(text, lineLimits);
  return json.ok ? json.value : undefined;
}
