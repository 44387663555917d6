/** Renders statistics for people. */
import type { ExchangeStatistics, Overview, TopStatistics } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

type Counts = Omit<ExchangeStatistics['total'], 'added_latency'>;
type Latency = ExchangeStatistics['total']['added_latency'];

const countHead = ['EXCHANGES', 'ALLOWED', 'DENIED', 'REDACTED', 'ESCALATED', 'WARNED', 'WOULD DENY'];
const deniedColumn = 3;

/** One line for each interval with exchanges, and the sums. */
export function renderExchanges({ from, to, interval, points, total }: ExchangeStatistics, style: Style): string {
  const range = `Exchanges by ${interval} from ${toPlainText(from)} to ${toPlainText(to)}\n`;
  const rows = [
    ...points
      .filter(({ exchanges }) => exchanges > 0)
      .map((point) => [toPlainText(point.start), ...toCells(point), ...toTimes(point.added_latency)]),
    ['total', ...toCells(total), ...toTimes(total.added_latency)],
  ];
  const head = ['START', ...countHead, 'P50 MS', 'P95 MS', 'P99 MS'];
  return `${range}\n${renderHeadTable(head, rows, style, paintDenied(style))}`;
}

/** One line for each name. */
export function renderTop({ by, from, to, items, has_more: hasMore }: TopStatistics, style: Style): string {
  const range = `Exchanges by ${by} from ${toPlainText(from)} to ${toPlainText(to)}\n`;
  if (items.length === 0) return `${range}There are none.\n`;
  const isAuditor = by === 'auditor';
  const rows = items.map((item) => [
    toPlainText(item.name),
    ...toCells(item),
    toNumber(item.mean_ms),
    ...(isAuditor ? [String(item.failed ?? 0), String(item.late ?? 0)] : []),
  ]);
  const head = [by.toUpperCase(), ...countHead, 'MEAN MS', ...(isAuditor ? ['FAILED', 'LATE'] : [])];
  const more = hasMore ? 'There are more: --limit shows them.\n' : '';
  return `${range}\n${renderHeadTable(head, rows, style, paintDenied(style))}${more}`;
}

export function renderOverview({ passports, waiting, gateways, auditors }: Overview, style: Style): string {
  const { valid, expired, revoked } = passports;
  const { newest, withheld, total, items } = gateways;
  const facts = renderFacts([
    [
      'passports',
      `${valid.affirming} affirming, ${valid.warning} warning, ${valid.contraindicated} contraindicated, ${valid.none} none`,
    ],
    ['', `${expired} expired, ${revoked} revoked`],
    ['approvals', toWaiting(waiting.approvals, style)],
    ['delegations', toWaiting(waiting.delegations, style)],
    ['quarantined apps', toWaiting(waiting.quarantined_apps, style)],
    ['access reviews', toWaiting(waiting.access_reviews, style)],
    ['invitations', toWaiting(waiting.invitations, style)],
    [
      'configuration',
      `revision ${newest.revision}${withheld === null ? '' : style.red(`, withheld: ${toPlainText(withheld, 1_000)}`)}`,
    ],
    ['gateways', `${items.filter(({ ready }) => ready).length} of ${total} ready`],
  ]);
  return [facts, renderGateways(items, style), renderAuditors(auditors, style)]
    .filter((part) => part !== '')
    .join('\n');
}

function renderGateways(items: Overview['gateways']['items'], style: Style): string {
  if (items.length === 0) return '';
  const rows = items.map(({ id, state, running, problems, last_seen_at: seen }) => [
    toPlainText(id),
    toPlainText(state),
    running === null ? 'its own files' : `revision ${running.revision}`,
    String(problems.length),
    toPlainText(seen),
  ]);
  return renderHeadTable(['GATEWAY', 'STATE', 'RUNS', 'PROBLEMS', 'LAST SEEN'], rows, style);
}

function renderAuditors(items: Overview['auditors'], style: Style): string {
  if (items.length === 0) return '';
  const rows = items.map(({ name, exchanges, failed, late, mean_ms: mean }) => [
    toPlainText(name),
    ...[exchanges, failed, late].map(String),
    toNumber(mean),
  ]);
  const isBad = (cell: string, column: number) => (column === 2 || column === 3) && cell.trim() !== '0';
  return renderHeadTable(['AUDITOR', 'EXCHANGES', 'FAILED', 'LATE', 'MEAN MS'], rows, style, (cell, column) =>
    isBad(cell, column) ? style.yellow(cell) : cell,
  );
}

function toCells({ exchanges, allowed, denied, redacted, escalated, warned, would_deny }: Counts): string[] {
  return [exchanges, allowed, denied, redacted, escalated, warned, would_deny].map(String);
}

function toTimes(latency: Latency): string[] {
  return [latency?.p50_ms, latency?.p95_ms, latency?.p99_ms].map((ms) => toNumber(ms ?? null));
}

function toNumber(value: number | null): string {
  return value === null ? '-' : String(value);
}

function toWaiting(count: number, style: Style): string {
  return count === 0 ? '0' : style.yellow(`${count} waiting`);
}

function paintDenied(style: Style) {
  return (cell: string, column: number) => (column === deniedColumn && cell.trim() !== '0' ? style.red(cell) : cell);
}
