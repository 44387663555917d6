/** Renders passports for people: the status, until when, and what each part of the appraisal says. */
import type { PassportSummary, PassportView } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderNumbers, renderPart } from './appraisal.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

const verdictColumns = new Set([1, 2]);

/** The list: one line each. */
export function renderPassportList(items: readonly PassportSummary[], style: Style): string {
  const head = ['PASSPORT', 'STATUS', 'STATE', 'EVIDENCE', 'EXPIRES', 'AGENT'];
  const rows = items.map((item) => [
    toPlainText(item.passport_id),
    toPlainText(item.status),
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
    ['status', paintVerdict(style, view.status, toPlainText(view.status))],
    ['state', paintVerdict(style, view.state, toPlainText(view.state))],
    ['agent', toPlainText(`${view.agent_id} (workspace ${view.workspace_id})`)],
    ['issued', toPlainText(view.issued_at)],
    ['expires', toPlainText(view.expires_at)],
    ['evidence', toPlainText(`${view.evidence.count}, newest ${view.evidence.newest_evidence_id}`)],
    ['root', toPlainText(view.evidence.root)],
    ...optional('revoked', view.revoked_at && `${view.revoked_at}: ${view.revoked_reason ?? ''}`),
    ...optional('next', view.superseded_by),
    ...optional('deployment', toDeployment(view)),
    ...Object.entries(view.valid_until ?? {}).map(([part, until]): [string, string] => [
      'holds until',
      toPlainText(`${until} (${part})`),
    ]),
    ['hardware', view.is_mock ? style.yellow('none verified: software attestation') : 'verified'],
    ['key', toPlainText(view.key_attestation_hash)],
  ]);
  const parts = view.evaluations.map((part) => renderPart(part, style));
  const id = toPlainText(view.passport_id);
  const hint = `\nCheck it yourself: assay passport export ${id} -o bundle.json && assay verify bundle.json\n`;
  return `${facts}\n${style.bold('Appraisal')}\n${parts.join('')}${renderNumbers(view, style)}${hint}`;
}

function optional(name: string, value: string | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[name, toPlainText(value, 500)]];
}

function toDeployment({ deployment_authorized: isAuthorized, authorization_reason: reason }: PassportView) {
  if (isAuthorized !== true) return reason == null ? undefined : `not authorized: ${reason}`;
  return `authorized: ${reason ?? ''}`;
}
