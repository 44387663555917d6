/** Renders the results of declarative documents for people. */
import type { ApplyAnswer } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from './style.ts';

type ApplyObject = ApplyAnswer['objects'][number];
type Difference = ApplyObject['diff'][number];

export interface ApplyRendering {
  readonly style: Style;
  /** Whether each changed member is shown. */
  readonly withDiff: boolean;
}

/** Renders one line for each changed object, and a line with the totals. */
export function renderApply(answer: ApplyAnswer, { style, withDiff }: ApplyRendering): string {
  const shown = answer.objects.filter(({ result }) => result !== 'unchanged');
  const lines = shown.flatMap((object) => [
    `${paint(object.result, style)(toPlainText(object.result).padEnd(10))} ${toPlainText(describe(object), maxName)}`,
    ...(withDiff ? object.diff.flatMap((difference) => renderDifference(difference, style)) : []),
  ]);
  return [...lines, renderTotals(answer), ''].join('\n');
}

const maxName = 400;
const maxValue = 1_000;

function describe({ kind, name, scope }: ApplyObject): string {
  switch (kind) {
    case 'organization':
      return `chain of organisation ${name}`;
    case 'auditor_settings':
      return `settings of ${name} at ${scope.level} ${scope.id}`;
    default:
      return `${kind} ${name}`;
  }
}

function renderDifference({ pointer, before, after }: Difference, { red, green, dim }: Style): string[] {
  return [
    `  ${dim(toPlainText(pointer, maxName))}`,
    ...(before === undefined ? [] : [red(`  - ${toText(before)}`)]),
    ...(after === undefined ? [] : [green(`  + ${toText(after)}`)]),
  ];
}

function toText(value: unknown): string {
  return toPlainText(JSON.stringify(value), maxValue);
}

function paint(result: ApplyObject['result'], { green, red, yellow }: Style): (text: string) => string {
  if (result === 'created') return green;
  return result === 'updated' ? yellow : red;
}

function renderTotals({ totals, dry_run, changed, revision }: ApplyAnswer): string {
  const counts = Object.entries(totals).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  const what = counts.length === 0 ? 'nothing to do' : counts.join(', ');
  const state = dry_run
    ? `Nothing was changed: the revision is still ${revision}.`
    : `Revision ${revision}${changed ? '' : ' stands'}.`;
  return `${what}. ${state}`;
}
