/** Renders the state of a passport for people. */
import type { PassportStatus } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderFacts } from './table.ts';

/** One line for each thing that is known. */
export function renderPassportStatus(status: PassportStatus, style: Style): string {
  const rows: [string, string | null][] = [
    ['passport', toPlainText(status.passport_id)],
    ['state', paintVerdict(style, status.state, toPlainText(status.state))],
    ['status', paintVerdict(style, status.status, toPlainText(status.status))],
    ['expires', toPlainText(status.expires_at)],
    ['revoked', status.revoked_at === null ? null : toPlainText(status.revoked_at)],
    ['reason', status.reason === null ? null : toPlainText(status.reason, 500)],
    ['superseded by', status.superseded_by === null ? null : toPlainText(status.superseded_by)],
    ['checked', toPlainText(status.checked_at)],
  ];
  return renderFacts(rows.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])));
}
