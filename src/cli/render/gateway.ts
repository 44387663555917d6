/** Renders gateways for people: which version each runs, and how far a change has come. */
import type { Gateway, Rollout } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** One line each, and what of it does not work. */
export function renderGatewayList(items: readonly Gateway[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.state),
    describeRunning(item.running),
    item.behind === null ? '?' : String(item.behind),
    toPlainText(item.source ?? '-'),
    toPlainText(item.build ?? '-'),
    toPlainText(item.last_seen_at),
  ]);
  const head = ['GATEWAY', 'STATE', 'RUNS', 'BEHIND', 'FROM', 'BUILD', 'LAST SEEN'];
  const table = renderHeadTable(head, rows, style, (cell, column) => (column === 1 ? paintState(cell, style) : cell));
  return `${table}${items.map((item) => renderTrouble(item, style)).join('')}`;
}

/** Renders how far a revision has come, and the missing gateways. */
export function renderRollout(view: Rollout, style: Style): string {
  const { revision, lineage, changed_at: changedAt, withheld = null, counts, missing } = view;
  const facts = renderFacts([
    ['revision', toPlainText(`${revision} of ${lineage}${changedAt === null ? '' : `, since ${changedAt}`}`, 300)],
    ...(withheld === null ? [] : [['withheld', style.red(toPlainText(withheld, 1_000))] as [string, string]]),
    ['gateways', `${counts.reached} of ${counts.total} run it`],
    ...(['behind', 'refusing', 'away'] as const).flatMap((word): [string, string][] =>
      counts[word] === 0 ? [] : [[word, style.yellow(String(counts[word]))]],
    ),
  ]);
  if (missing.length === 0) return facts;
  const rows = missing.map(({ id, state, running }) => [
    `  ${toPlainText(id)}`,
    toPlainText(state),
    describeRunning(running),
  ]);
  const table = renderHeadTable(['  MISSING', 'STATE', 'RUNS'], rows, style, (cell, column) =>
    column === 1 ? paintState(cell, style) : cell,
  );
  return `${facts}\n${table}`;
}

function describeRunning(running: Gateway['running']): string {
  return running === null ? 'its own files' : `revision ${running.revision}`;
}

function renderTrouble({ id, refused, problems }: Gateway, style: Style): string {
  const lines = [
    ...(refused === null ? [] : [`refuses ${refused.version ?? 'what it was sent'}: ${refused.reason}`]),
    ...problems.map(({ message, agent_id: agent }) => (agent === undefined ? message : `agent ${agent}: ${message}`)),
  ];
  return lines.map((line) => `${style.yellow(toPlainText(id))}: ${toPlainText(line, 1_000)}\n`).join('');
}

function paintState(cell: string, style: Style): string {
  const word = cell.trim();
  if (word === 'current') return style.green(cell);
  return word === 'refusing' ? style.red(cell) : style.yellow(cell);
}
