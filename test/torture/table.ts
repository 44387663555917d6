/** The table of a torture run, and whether every figure was reached. */
import type { Check, Counts } from './check.ts';

export interface Row {
  readonly check: Pick<Check, 'name' | 'limitMs' | 'wrongText'>;
  readonly counts: Counts;
  /** Reason for skipping it. */
  readonly skipped?: string;
}

/** Heap and buffers of a thread that reads foreign bytes. */
export const maxPeakBytes = 1024 ** 3;

/** Reason why a row fails; undefined if every figure is reached. */
export function findMiss({ check, counts, skipped }: Row): string | undefined {
  if (skipped !== undefined) return undefined;
  if (counts.wrong > 0) return `${counts.wrong} ${check.wrongText ?? 'accepted'}`;
  if (counts.throws > 0) return `${counts.throws} thrown`;
  if (counts.slow > 0) return `${counts.slow} slow`;
  if (counts.peakBytes > maxPeakBytes) return 'memory';
  // A check that tried nothing has shown nothing.
  return counts.inputs === 0 ? 'nothing tried' : undefined;
}

export function renderRows(rows: readonly Row[]): string {
  const head = ['check', 'inputs', 'wrong', 'thrown', 'slowest', 'limit', 'peak', 'verdict'];
  const cells = rows.map((row) => {
    const { check, counts, skipped } = row;
    if (skipped !== undefined) return [check.name, '-', '-', '-', '-', '-', '-', `skipped: ${skipped}`];
    return [
      check.name,
      String(counts.inputs),
      String(counts.wrong),
      String(counts.throws),
      `${counts.slowestMs.toFixed(1)} ms`,
      check.limitMs === undefined ? '-' : `${check.limitMs} ms`,
      `${(counts.peakBytes / 1024 ** 2).toFixed(0)} MiB`,
      findMiss(row) ?? 'ok',
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)));
  const line = (cell: readonly string[]) => cell.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].map(trimEnd).join('\n');
}

/** Text below the table: failures with their place, exempted inputs, skipped checks. */
export function renderRemarks(rows: readonly Row[]): string {
  const lines: string[] = [];
  for (const { check, counts } of rows) {
    for (const problem of counts.problems) lines.push(`FAILED ${check.name}: ${problem}`);
  }
  for (const { check, counts } of rows) {
    for (const [rule, count] of Object.entries(counts.exempt)) lines.push(`${check.name}: ${count} by rule: ${rule}`);
    for (const note of counts.notes) lines.push(`${check.name}: ${note}`);
  }
  return lines.join('\n');
}

const trimEnd = (text: string) => text.trimEnd();
