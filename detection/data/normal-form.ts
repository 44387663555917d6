/** Normal form for the comparison of texts: training and measurement rows must never share one. */
import { createHash } from 'node:crypto';

/**
 * NFKC, lower case, runs of non-word characters to one space, trimmed. Letters, marks, digits and `_` form words. A text without
 * any word stays unchanged; otherwise all of these would be equal.
 */
export function toNormalForm(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  const words = folded.replace(/[^\p{L}\p{M}\p{N}_]+/gu, ' ').trim();
  return words === '' ? folded.trim() : words;
}

/** First 64 bits of the SHA-256 of a text's normal form, as hex. */
export function normalFormHash(text: string): string {
  return createHash('sha256').update(toNormalForm(text)).digest('hex').slice(0, 16);
}

/**
 * Assigns a text of a set with both purposes to one half. It depends only on the normal form, so two spellings of a text, and one
 * text in two sets, are in the same half.
 */
export function isTrainingHalf(text: string): boolean {
  return Number.parseInt(normalFormHash(text).slice(-1), 16) % 2 === 0;
}

/** Leaves out rows with the normal form of an earlier row. */
export function withoutRepeats<T extends { readonly text: string }>(rows: readonly T[]): T[] {
  const seen = new Set<string>();
  return rows.filter(({ text }) => {
    const form = toNormalForm(text);
    if (seen.has(form)) return false;
    seen.add(form);
    return true;
  });
}
