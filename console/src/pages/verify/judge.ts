/** Checks files in this browser, with the checks of `assay verify`. It asks nobody. Loaded when the first check is wanted. */

import { isRecord } from '@assay/sdk/contract';
import { createWebProofCrypto } from '@assay/sdk/crypto';
import { type AuditExportReport, checkAuditExport } from '../../../../src/proof/audit-export.ts';
import { verifyArtefact, verifyHardwareReport } from '../../../../src/proof/browser/entry.ts';
import { type ArtefactVerdict, InputError } from '../../../../src/proof/offline-verifier.ts';
import type { ReportKind, ReportVerdict } from '../../../../src/proof/reports/verdict.ts';
import { parseVerifierKeys } from '../../../../src/proof/verifier-key.ts';
import { verifyTexts } from '../../texts/verify.ts';
import type { CheckFile } from './check-file.ts';
import { findSigners, type Signer } from './signers.ts';
import { sortFiles } from './sort-files.ts';

export type Judgement =
  | {
      readonly type: 'artefact';
      readonly name: string;
      readonly verdict: ArtefactVerdict;
      readonly signers: readonly Signer[];
    }
  | { readonly type: 'report'; readonly name: string; readonly verdict: ReportVerdict }
  | { readonly type: 'audit'; readonly name: string; readonly verdict: AuditExportReport };

export interface JudgeInput {
  readonly files: readonly CheckFile[];
  /** Keys of this verifier, if the person trusts them. */
  readonly ownKeys: unknown;
  readonly kind: ReportKind | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly nonce: Uint8Array | undefined;
}

export interface Judged {
  readonly judgements: readonly Judgement[];
  /** The keys that were trusted, as one key set; undefined if there were none. */
  readonly keys: unknown;
}

/** @throws Error with a sentence for people if keys, companions or the browser are not good enough for a check */
export async function judge({ files, ownKeys, kind, now, nonce }: JudgeInput): Promise<Judged> {
  const { artefacts, reports, audits, ...beside } = sortFiles(files, kind);
  const keys = joinKeys(ownKeys === undefined ? beside.keys : [ownKeys, ...beside.keys]);
  const { attestations, witnesses, companions, policy } = beside;
  const judgements: Judgement[] = [];
  for (const { name, bytes } of artefacts) {
    const verdict = await verifyArtefact(bytes, { now, keys, attestations, witnesses });
    judgements.push({ type: 'artefact', name, verdict, signers: findSigners(bytes) });
  }
  for (const report of reports) {
    const options = { now, companions, policy, ...(nonce === undefined ? {} : { nonce }) };
    const verdict = await verifyHardwareReport(report.kind, report.bytes, options);
    judgements.push({ type: 'report', name: report.name, verdict });
  }
  for (const { name, bytes } of audits) {
    judgements.push({ type: 'audit', name, verdict: await checkAudit(bytes, keys) });
  }
  if (judgements.length === 0) throw new InputError(verifyTexts.onlyBeside);
  return { judgements, keys };
}

/** Puts key sets into one. A key that stands in several stands there once. */
export function joinKeys(sets: readonly unknown[]): { readonly keys: readonly unknown[] } | undefined {
  if (sets.length === 0) return undefined;
  const all = sets.flatMap((set) => (isRecord(set) && Array.isArray(set['keys']) ? set['keys'] : []));
  const byText = new Map<string, unknown>(all.map((key) => [JSON.stringify(key), key]));
  return { keys: [...byText.values()] };
}

async function checkAudit(bytes: Uint8Array, keySet: unknown): Promise<AuditExportReport> {
  const crypto = createWebProofCrypto(globalThis.crypto.subtle);
  const parsed = keySet === undefined ? { ok: true as const, keys: [] } : await parseVerifierKeys(keySet, crypto);
  if (!parsed.ok) throw new InputError(`The verifier keys cannot be used: ${parsed.message}.`);
  return checkAuditExport(linesOf(bytes), { keys: parsed.keys, crypto });
}

async function* linesOf(bytes: Uint8Array): AsyncIterable<string> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  for (const line of text.split('\n')) if (line.trim() !== '') yield line;
}
