/** Formats fetched collateral, for people and for programs. */
import { createHash } from 'node:crypto';
import { toPlainText } from '../../proof/report.ts';
import { paintVerdict, type Style } from '../render/style.ts';
import { renderTable, toJsonText } from '../render/table.ts';
import type { CollateralKind, FetchResult, FileStatus } from './fetch-collateral.ts';

/** One call and its result. */
export interface Shown {
  readonly kind: CollateralKind;
  readonly folder: string;
  readonly result: FetchResult;
}

const statusWords: Readonly<Record<FileStatus, string>> = {
  written: 'written',
  unchanged: 'unchanged',
  at_hand: 'there already',
  newer_at_hand: 'kept, newer',
};

/** Formats text: the platform, a line for each file, missing parts, and the verdict on the report. */
export function renderFetched({ kind, folder, result }: Shown, style: Style): string {
  const { platform, files, missing, verdict } = result;
  const facts = Object.entries(platform).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${toPlainText(value, 40)}`,
  );
  const rows = files.map(({ status, name, what, until }) => [
    statusWords[status],
    name,
    `${what}, until ${toTime(until)}`,
  ]);
  const answer = verdict.accepted ? 'accepted' : `refused (${verdict.reasons.join(', ')})`;
  const status = verdict.tcb_status === null ? '' : `, TCB status ${toPlainText(verdict.tcb_status)}`;
  return [
    `${style.bold(kind)}: ${facts.join(', ')}\n`,
    `${toPlainText(folder, 400)}/\n`,
    renderTable(rows.map((row) => ['', ...row])),
    ...missing.map((sentence) => `${style.yellow('missing')}: ${sentence}\n`),
    `\nWith these files the report is ${answer}, tier ${paintVerdict(style, verdict.tier)} without a policy${status}, as of ${verdict.evaluated_at}`,
    verdict.valid_until.collateral === null
      ? '.\n'
      : `;\ndownload them again before ${verdict.valid_until.collateral}.\n`,
  ].join('');
}

/** Formats JSON. */
export function toFetchedJson({ kind, folder, result }: Shown): string {
  const { platform, files, missing, verdict } = result;
  const { accepted, tier, reasons, notes, tcb_status, advisories, valid_until, evaluated_at } = verdict;
  return toJsonText({
    kind,
    platform,
    folder,
    complete: missing.length === 0,
    missing,
    files: files.map(({ name, what, status, source, bytes, issuedAt, until }) => ({
      name,
      what,
      status,
      source,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      issued_at: toTime(issuedAt),
      valid_until: toTime(until),
    })),
    verdict: { accepted, tier, reasons, notes, tcb_status, advisories, valid_until, evaluated_at },
  });
}

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
