/** Formats claims in one line each. An auditor's text is foreign and is shown without control characters. */
import { toPlainText } from '../../proof/report.ts';

export interface ShownClaim {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly confidence?: number | undefined;
}

const maxValueChars = 36;
/** Scores from here on are highlighted; the policy decides what is denied. */
const notableScore = 0.5;

/** Formats the value briefly. */
export function formatValue(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
  if (typeof value === 'string') return toPlainText(value === '' ? '""' : value, maxValueChars);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? 'none' : toPlainText(value.join(', '), maxValueChars);
  }
  return toPlainText(JSON.stringify(value), maxValueChars);
}

/** True for a claim with a finding: true, a high score, a non-empty list. */
export function isNotable({ type, value }: ShownClaim): boolean {
  if (type === 'score_normalized') return typeof value === 'number' && value >= notableScore;
  if (type === 'boolean') return value === true;
  return type === 'string_list' && Array.isArray(value) && value.length > 0;
}

/** Rows of a table of claims. */
export function claimRows(claims: readonly ShownClaim[]): string[][] {
  return claims.map(({ name, value, type, confidence }) => [
    toPlainText(name),
    formatValue(value),
    toPlainText(type),
    confidence === undefined ? '' : `confidence ${formatValue(confidence)}`,
  ]);
}
