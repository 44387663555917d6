/** The report of a whole artefact: one finding for each thing it claims, in words, and what was not covered at all. */
import type { Reason, Refusal } from './verdict.ts';

/** `refused` = wrong; `unproven` = nothing wrong was found, but something needed for a proof is missing. */
export type FindingStatus = 'proven' | 'refused' | 'unproven';

export interface Finding {
  /** What it is about: `passport pp_…`, `evidence ev_…`. */
  readonly subject: string;
  readonly status: FindingStatus;
  readonly reason?: Reason;
  /** A plain sentence for people. */
  readonly sentence: string;
}

export interface Report {
  /** True when there is something to prove and all of it is proven. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** True things about what the artefact does not prove; they do not change the verdict. */
  readonly notes: readonly string[];
}

/** Closes a report. */
export function toReport(findings: readonly Finding[], notes: readonly string[] = []): Report {
  const ok = findings.length > 0 && findings.every((finding) => finding.status === 'proven');
  return { ok, findings, notes: [...new Set(notes)] };
}

/** A finding that held. */
export function proven(subject: string, sentence: string): Finding {
  return { subject, status: 'proven', sentence };
}

/** A finding from a refusal: `prefix` says what was being proven. */
export function refused(subject: string, refusal: Pick<Refusal, 'reason' | 'message'>): Finding {
  return { subject, status: 'refused', reason: refusal.reason, sentence: toSentence(refusal.message) };
}

/** A finding that could not be proven with what is at hand. */
export function unproven(subject: string, reason: Reason, sentence: string): Finding {
  return { subject, status: 'unproven', reason, sentence };
}

/** Foreign text made fit for one line of a report: no control or direction characters, bounded. */
export function toPlainText(text: string, maxChars = 120): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return clean.length > maxChars ? `${clean.slice(0, maxChars)}…` : clean;
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
