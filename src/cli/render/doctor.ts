/** Renders the findings of `assay doctor`: a line each, with what to do below. */
import { toPlainText } from '../../proof/report.ts';
import type { DoctorFinding, Verdict } from '../doctor/finding.ts';
import type { Style } from './style.ts';

export function renderDoctor(findings: readonly DoctorFinding[], style: Style): string {
  const marks: Readonly<Record<Verdict, string>> = {
    good: style.green('✓'),
    note: style.yellow('!'),
    bad: style.red('✗'),
    unknown: style.dim('?'),
  };
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ verdict, subject, text, advice }) => [
    `${marks[verdict]} ${toPlainText(subject).padEnd(width)}  ${toPlainText(text, 500)}`,
    ...(advice === undefined ? [] : [`  ${' '.repeat(width)}  → ${toPlainText(advice, 500)}`]),
  ]);
  return `${[...lines, '', summarise(findings)].join('\n')}\n`;
}

function summarise(findings: readonly DoctorFinding[]): string {
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  const bad = count('bad');
  if (bad > 0) return `${bad} to correct before Assay can run, ${count('note')} to know.`;
  return `Assay can run; ${count('note')} to know before real traffic.`;
}
