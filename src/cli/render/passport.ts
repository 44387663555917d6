/** Passports for a reader: the status, until when, and what each part of the appraisal says. */
import { toPlainText } from '../../proof/report.ts';
import type { PassportSummary, PassportView } from '../wire.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

const verdictColumns = new Set([1, 2]);

/** The list: one line each. */
export function renderPassportList(items: readonly PassportSummary[], style: Style): string {
  const head = ['PASSPORT', 'STATUS', 'STATE', 'EVIDENCE', 'EXPIRES', 'AGENT'];
  const rows = items.map((item) => [
    toPlainText(item.passport_id),
    item.status,
    toPlainText(item.state),
    String(item.evidence_count),
    toPlainText(item.expires_at),
    toPlainText(item.agent_id),
  ]);
  return renderTable([head, ...rows], (cell, column, row) => {
    if (row === 0) return style.bold(cell);
    return verdictColumns.has(column) ? paintVerdict(style, cell.trim(), cell) : cell;
  });
}

/** One passport. */
export function renderPassport(view: PassportView, style: Style): string {
  const facts = renderFacts([
    ['passport', toPlainText(view.passport_id)],
    ['status', paintVerdict(style, view.status)],
    ['state', paintVerdict(style, view.state, toPlainText(view.state))],
    ['agent', toPlainText(`${view.agent_id} (workspace ${view.workspace_id})`)],
    ['issued', toPlainText(view.issued_at)],
    ['expires', toPlainText(view.expires_at)],
    ['evidence', toPlainText(`${view.evidence.count}, newest ${view.evidence.newest_evidence_id}`)],
    ['root', toPlainText(view.evidence.root)],
    ['hardware', view.is_mock ? style.yellow('none verified: software attestation') : 'verified'],
    ['key', toPlainText(view.key_attestation_hash)],
  ]);
  const parts = view.evaluations.map((part) => {
    const notes = part.notes.map((note) => `      ${toPlainText(note, 500)}\n`).join('');
    return `  ${toPlainText(part.name)}: ${paintVerdict(style, part.status)}\n${notes}`;
  });
  const id = toPlainText(view.passport_id);
  const hint = `\nCheck it yourself: assay passport export ${id} -o bundle.json && assay verify bundle.json\n`;
  return `${facts}\n${style.bold('Appraisal')}\n${parts.join('')}${hint}`;
}
