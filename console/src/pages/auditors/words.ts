/** Words for the values of a catalog entry; a value that the console does not know is shown as it is. */
import { auditorsTexts } from '../../texts/auditors.ts';

const { categories, phases, levels, catalog, auditor } = auditorsTexts;

export const categoryWord = (value: string) => wordOf(categories, value);
export const phaseWord = (value: string) => wordOf(phases, value);
export const levelWord = (value: string) => wordOf(levels, value);
export const typeWord = (value: string) => wordOf(auditor.types, value);

/** What the auditor can be asked about, such as "requests, answers". */
export function readsWord(values: readonly string[]): string {
  return values.map((value) => wordOf(catalog.asks, value)).join(', ');
}

export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** A value of a setting or a default in words. */
export function valueWord(value: unknown): string {
  const { emptyList, emptyText, on, off, notSet } = auditorsTexts.settings;
  if (value === undefined || value === null) return notSet;
  if (typeof value === 'boolean') return value ? on : off;
  if (value === '') return emptyText;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? emptyList : value.map(String).join(', ');
  return JSON.stringify(value);
}
