/** Labels of the values of a catalog entry; a value that the console does not know is shown as it is. */
import { labelOf } from '../../parts/labels.ts';
import { auditorsTexts } from '../../texts/auditors.ts';

const { categories, phases, levels, catalog, auditor } = auditorsTexts;

export const categoryLabel = (value: string) => labelOf(categories, value);
export const phaseLabel = (value: string) => labelOf(phases, value);
export const levelLabel = (value: string) => labelOf(levels, value);
export const typeLabel = (value: string) => labelOf(auditor.types, value);

/** What the auditor can be asked about, such as "requests, answers". */
export function readsLabel(values: readonly string[]): string {
  return values.map((value) => labelOf(catalog.asks, value)).join(', ');
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
