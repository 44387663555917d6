/** Renders the changes of a configuration record, with author and reason. */
import type { ConfigurationChange } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';

/** Newest first, one line a change. */
export function renderHistory(items: readonly ConfigurationChange[], style: Style): string {
  const head = ['REVISION', 'WHEN', 'WHO', 'WHAT', 'CONFIGURATION', 'REASON'];
  const rows = items.map(({ revision, changed_at, changed_by, action, org_revision, reason }) => [
    revision === 0 ? '-' : String(revision),
    toPlainText(changed_at),
    toPlainText(changed_by),
    toPlainText(action),
    String(org_revision),
    toPlainText(reason ?? '', 500),
  ]);
  return renderHeadTable(head, rows, style);
}
