/** The report of a whole artefact: one finding in words for each of its claims, and what was not covered. */
import type { Reason, Refusal } from './verdict.ts';

/** `refused`: wrong. `unproven`: nothing wrong was found, but a part of the proof is missing. */
export type FindingStatus = 'proven' | 'refused' | 'unproven';

export interface Finding {
  /** Subject of the finding: `passport pp_…`, `evidence ev_…`. */
  readonly subject: string;
  readonly status: FindingStatus;
  readonly reason?: Reason;
  /** A plain sentence for people. */
  readonly sentence: string;
  /** Of a proven passport: the status that it gives, such as `warning`. */
  readonly tier?: string;
}

export interface Report {
  /** True when there is something to prove and all of it is proven. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** What the artefact does not prove. Notes do not change the verdict. */
  readonly notes: readonly string[];
}

/** Completes a report. */
export function toReport(findings: readonly Finding[], notes: readonly string[] = []): Report {
  const ok = findings.length > 0 && findings.every((finding) => finding.status === 'proven');
  return { ok, findings, notes: [...new Set(notes)] };
}

/** A finding that holds. */
export function proven(subject: string, sentence: string, tier?: string): Finding {
  return { subject, status: 'proven', sentence, ...(tier === undefined ? {} : { tier }) };
}

/** A finding from a refusal; `prefix` says what was being proven. */
export function refused(subject: string, refusal: Pick<Refusal, 'reason' | 'message'>): Finding {
  return { subject, status: 'refused', reason: refusal.reason, sentence: toSentence(refusal.message) };
}

/** A finding that cannot be proven with the available inputs. */
export function unproven(subject: string, reason: Reason, sentence: string): Finding {
  return { subject, status: 'unproven', reason, sentence };
}

/** Makes foreign text safe for one line of a report: no control or direction characters, bounded. */
export function toPlainText(text: string, maxChars = 120): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return clean.length > maxChars ? `${clean.slice(0, maxChars)}…` : clean;
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
