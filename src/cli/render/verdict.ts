/** The verdict about a hardware report as text: the answer first, then why, then what the report says. */
import { toPlainText } from '../../proof/report.ts';
import type { ReportVerdict } from '../../proof/reports/verdict.ts';
import { tierOfValue } from '../../proof/trust-vector.ts';
import { paintVerdict, type Style } from './style.ts';

const maxValueChars = 140;

/** Prints a verdict. */
export function renderVerdict(verdict: ReportVerdict, file: string, style: Style): string {
  const { kind, accepted, tier, findings, vector, notes, report } = verdict;
  const answer = accepted ? style.green('ACCEPTED') : style.red('REFUSED');
  const lines = [`${toPlainText(file)}: ${kind} report`, `${answer}, tier ${paintVerdict(style, tier)}`, ''];
  for (const { code, step, message } of findings) lines.push(`  ${style.red('✗')} ${message} [${code}, step ${step}]`);
  if (findings.length > 0) lines.push('');
  for (const [claim, value] of Object.entries(vector)) {
    lines.push(`  ${claim.padEnd(18)} ${String(value).padStart(3)}  ${describeValue(value, style)}`);
  }
  if (report !== null) lines.push('', ...renderFields(report, '  '));
  lines.push('', ...notes.map((note) => `  · ${toSentence(note)}`), `  · Checked as of ${verdict.evaluated_at}.`);
  return `${lines.join('\n')}\n`;
}

function describeValue(value: number, style: Style): string {
  const tier = tierOfValue(value);
  return value === 0 ? style.dim('not checked') : paintVerdict(style, tier);
}

function renderFields(record: Readonly<Record<string, unknown>>, indent: string): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null)
      return [`${indent}${name}: ${toPlainText(String(value), maxValueChars)}`];
    const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object');
    if (isFlat) return [`${indent}${name}: ${toPlainText(value.join(', '), maxValueChars)}`];
    return [`${indent}${name}:`, ...renderFields({ ...value }, `${indent}  `)];
  });
}

function toSentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
}
