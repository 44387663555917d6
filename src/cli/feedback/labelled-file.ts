/** Marks as a labelled file: the shape that the evaluation of the detectors reads. */
import type { FeedbackEntry } from './entry.ts';

export const labelledFormats = ['jsonl', 'csv'] as const;
export type LabelledFormat = (typeof labelledFormats)[number];

const columns = ['text', 'label', 'category', 'source', 'user_input'] as const;

/** Writes a line for each mark; the category is found, missed, false-alarm or clean. */
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

/** What became of the text, so that a measurement shows old mistakes apart. */
export function toCategory({ label, detected }: Pick<FeedbackEntry, 'label' | 'detected'>): string {
  if (label === 1) return detected ? 'found' : 'missed';
  return detected ? 'false-alarm' : 'clean';
}

/** One record (RFC 4180) with its line end; a field that a reader could take for something else is quoted. */
export function formatCsvRecord(fields: readonly string[]): string {
  const written = fields.map((field) =>
    /[",\r\n]|^$|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `${written.join(',')}\r\n`;
}
