/** Renders the audit log for people: its entries, and what a check of it found. */
import type { AuditEntry } from '@assay/client';
import type { AuditHead } from '../../contract/audit-log.ts';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** One line an entry, newest first. */
export function renderAuditList(items: readonly AuditEntry[], style: Style): string {
  const head = ['NUMBER', 'WHEN', 'WHO', 'WHAT', 'TO', 'FROM', 'OUTCOME'];
  const rows = items.map((entry) => [
    String(entry.seq),
    toPlainText(entry.timestamp),
    toPlainText(toWho(entry)),
    toPlainText(entry.action),
    toPlainText(`${entry.resource_type}/${entry.resource_id}`),
    toPlainText(entry.ip_address ?? '-'),
    entry.success ? 'done' : toPlainText(entry.error_message ?? 'failed'),
  ]);
  return renderHeadTable(head, rows, style, (cell, column) =>
    column === 6 && cell.trim() !== 'done' ? style.red(cell) : cell,
  );
}

/** Names the actor, and the agent it used. */
function toWho({ actor, acting_agent: agent }: AuditEntry): string {
  return agent === undefined ? actor.id : `${actor.id} via ${agent.id}`;
}

/** Result of a check of the chain. */
export interface AuditFinding {
  readonly isIntact: boolean;
  readonly organisation: string | null;
  readonly entries: number;
  readonly head: AuditHead | null;
  /** How certain the end is. */
  readonly end: string;
  readonly problem: string | null;
}

export function renderAuditFinding(finding: AuditFinding, style: Style): string {
  const { isIntact, organisation, entries, head, end, problem } = finding;
  const verdict = isIntact
    ? style.green('INTACT')
    : style.red(`BROKEN: ${toPlainText(problem ?? 'no reason given', 500)}`);
  const facts = renderFacts([
    ['organisation', toPlainText(organisation ?? 'unknown')],
    ['entries', `${entries}${isIntact ? '' : ' that hold'}`],
    ['head', head === null ? 'none' : toPlainText(`${head.seq}:${head.hash}`)],
    ['end', toPlainText(end, 500)],
  ]);
  return `${verdict}\n${facts}`;
}
