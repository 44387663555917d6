/**
 * Renders registered auditors, their verifications and publishers, for people. Nothing that others wrote may control
 * the terminal.
 */
import type { AuditorVerification, Publisher, RegisteredAuditor } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderRegisteredAuditors(items: readonly RegisteredAuditor[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 60),
    toPlainText(item.version, 30),
    toPlainText(item.status),
    toPlainText(item.auditor_id ?? '-', 64),
    describeSignature(item),
    toPlainText(item.image, 100),
  ]);
  return renderHeadTable(['ID', 'NAME', 'VERSION', 'STATUS', 'AUDITOR', 'SIGNATURE', 'IMAGE'], rows, style);
}

/** One, with what it rests on and who uses it. */
export function renderRegisteredAuditor(item: RegisteredAuditor): string {
  const places = (item.used_in ?? []).map(({ level, id }): [string, string] => [
    'used in',
    toPlainText(`${level} ${id}`, 300),
  ]);
  return renderFacts([
    ['id', toPlainText(item.id)],
    ['name', toPlainText(`${item.name} ${item.version}`, 200)],
    ['status', toPlainText(item.status_reason === null ? item.status : `${item.status}: ${item.status_reason}`, 700)],
    ['auditor', toPlainText(item.auditor_id ?? 'known after verification', 64)],
    ['image', toPlainText(item.image, 512)],
    ['vocabulary', toPlainText(item.vocabulary_digest, 80)],
    ['category', toPlainText(item.category)],
    ['signature', describeSignature(item)],
    ['verified', toPlainText(item.verified_at ?? 'never')],
    ['last run', toPlainText(item.last_verification ?? 'none')],
    ...places,
  ]);
}

/** Lists failures first, then skipped checks; passes are counted. */
export function renderVerification(item: AuditorVerification, style: Style): string {
  const of = (status: string) => item.checks.filter((check) => check.status === status);
  const line = (mark: string, { name, detail }: AuditorVerification['checks'][number]) =>
    `  ${mark} ${toPlainText(name, 80)}: ${toPlainText(detail, 600)}\n`;
  const labels = item.labels_source === 'submitted' ? '; labels as submitted, the image was not read' : '';
  const verdict = `${toPlainText(item.id)} ${toPlainText(item.status)}: ${of('passed').length} checks passed${labels}`;
  return [
    `${item.status === 'passed' ? style.green(verdict) : style.red(verdict)}\n`,
    ...of('failed').map((check) => line(style.red('✗'), check)),
    ...of('skipped').map((check) => line(style.yellow('-'), check)),
  ].join('');
}

export function renderPublishers(items: readonly Publisher[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 80),
    toPlainText(item.status),
    item.keys.keys.map(({ kid, crv }) => toPlainText(`${kid} (${crv})`, 80)).join(', '),
  ]);
  return renderHeadTable(['PUBLISHER', 'NAME', 'STATUS', 'KEYS'], rows, style);
}

export function renderPublisher(item: Publisher): string {
  return renderFacts([
    ['publisher', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['status', toPlainText(item.status)],
    ...item.keys.keys.map(({ kid, crv }): [string, string] => ['key', toPlainText(`${kid} (${crv})`, 300)]),
  ]);
}

function describeSignature({ signature, publisher_id: publisher }: RegisteredAuditor): string {
  return signature === null ? 'none' : toPlainText(`${signature.state} (${publisher ?? ''})`, 100);
}
