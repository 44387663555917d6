/** A value of a setting on one line. */
import { toPlainText } from '../../proof/report.ts';

const maxChars = 80;

/** Lists by commas, texts as they are, `(none)` for what is empty. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(none)';
  if (Array.isArray(value)) return value.length === 0 ? '(empty list)' : toPlainText(value.join(', '), maxChars);
  return toPlainText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), maxChars);
}
