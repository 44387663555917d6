/** Renders the marks of people for people. */
import { toPlainText } from '../../proof/report.ts';
import type { FeedbackEntry } from '../feedback/entry.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

const maxTextChars = 40;

/** The list: one line each. */
export function renderMarks(entries: readonly FeedbackEntry[], style: Style): string {
  const rows = entries.map((entry) => [
    toPlainText(entry.evidence_id),
    entry.marked_at,
    toPlainText(entry.auditor),
    toPlainText(entry.claim),
    entry.verdict,
    String(entry.label),
    entry.matched ? 'yes' : 'no',
    toPlainText(entry.text.replaceAll(/\s+/g, ' '), maxTextChars),
  ]);
  const head = ['EVIDENCE', 'TIME', 'AUDITOR', 'CLAIM', 'VERDICT', 'LABEL', 'MATCHED', 'TEXT'];
  return renderTable([head, ...rows], (cell, _column, row) => (row === 0 ? style.dim(cell) : cell));
}
