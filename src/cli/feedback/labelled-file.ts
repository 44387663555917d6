/** Marks as a labelled file, in the shape that the evaluation of the detectors reads. */
import type { FeedbackEntry } from './entry.ts';

export const labelledFormats = ['jsonl', 'csv'] as const;
export type LabelledFormat = (typeof labelledFormats)[number];

const columns = ['text', 'label', 'category', 'source', 'user_input'] as const;

/** Writes a line for each mark. The category is found, missed, false-alarm or clean. */
export function* formatLabelledFile(entries: readonly FeedbackEntry[], format: LabelledFormat): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  if (format === 'csv') yield encoder.encode(formatCsvRecord(columns));
  for (const entry of entries) {
    const { text, label, user_input: userInput } = entry;
    const row = { text, label, category: toCategory(entry), source: 'feedback', user_input: userInput };
    const cells = columns.map((column) => String(row[column] ?? ''));
    yield encoder.encode(format === 'csv' ? formatCsvRecord(cells) : `${JSON.stringify(row)}\n`);
  }
}

/** Gives the category of a mark, so that a measurement shows old mistakes separately. */
export function toCategory({ label, detected }: Pick<FeedbackEntry, 'label' | 'detected'>): string {
  if (label === 1) return detected ? 'found' : 'missed';
  return detected ? 'false-alarm' : 'clean';
}

/** Formats one record (RFC 4180) with its line end. Ambiguous fields are quoted. */
export function formatCsvRecord(fields: readonly string[]): string {
  const written = fields.map((field) =>
    /[",\r\n]|^$|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `${written.join(',')}\r\n`;
}
