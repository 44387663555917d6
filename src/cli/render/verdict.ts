/** The verdict about a hardware report as text: the answer first, then why, then what was proven and what the report says. */
import { toPlainText } from '../../proof/report.ts';
import type { ReportVerdict } from '../../proof/reports/verdict.ts';
import { tierOfValue } from '../../proof/trust-vector.ts';
import { paintVerdict, type Style } from './style.ts';

const maxValueChars = 140;
/** More registers of one kind are counted instead of listed; `--json` has them all. */
const maxListed = 16;

/** Prints a verdict. */
export function renderVerdict(verdict: ReportVerdict, file: string, style: Style): string {
  const { kind, accepted, tier, findings, vector, notes, report } = verdict;
  const answer = accepted ? style.green('ACCEPTED') : style.red('REFUSED');
  const lines = [`${toPlainText(file, 400)}: ${kind} report`, `${answer}, tier ${paintVerdict(style, tier)}`, ''];
  for (const { code, step, message } of findings) {
    lines.push(`  ${style.red('✗')} ${toUpper(message)} [${code}, step ${step}]`);
  }
  if (findings.length > 0) lines.push('');
  for (const [claim, value] of Object.entries(vector)) {
    lines.push(`  ${claim.padEnd(18)} ${String(value).padStart(3)}  ${describeValue(value, style)}`);
  }
  lines.push(...renderTcb(verdict));
  if (report !== null) lines.push('', `  ${style.bold('The report says')}`, ...renderFields(report, '    '));
  const remarks = [...notes.map((note) => `${toUpper(note)}.`), ...describeValidity(verdict)];
  lines.push('', ...remarks.map((remark) => `  · ${remark}`));
  return `${lines.join('\n')}\n`;
}

function describeValue(value: number, style: Style): string {
  const tier = tierOfValue(value);
  return value === 0 ? style.dim('not checked') : paintVerdict(style, tier);
}

function renderTcb({ tcb_status: status, advisories }: ReportVerdict): string[] {
  const shown = status === null ? [] : [`  TCB status: ${toPlainText(status)}`];
  return advisories.length === 0 ? shown : [...shown, `  Advisories: ${toPlainText(advisories.join(', '), 400)}`];
}

function describeValidity({ valid_until: { leaf, collateral }, evaluated_at: at }: ReportVerdict): string[] {
  return [
    ...(leaf === null ? [] : [`The certificate of the device expires at ${leaf}.`]),
    ...(collateral === null ? [] : [`The collateral expires at ${collateral}.`]),
    `Checked as of ${at}.`,
  ];
}

function renderFields(record: Readonly<Record<string, unknown>>, indent: string): string[] {
  return foldRegisters(Object.entries(record)).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [`${indent}${name}: ${toValue(value)}`];
    const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object');
    if (isFlat) return [`${indent}${name}: ${toPlainText(value.join(', '), maxValueChars)}`];
    return [`${indent}${name}:`, ...renderFields({ ...value }, `${indent}  `)];
  });
}

/** The first few of `measurement_1`, `measurement_2` …, and how many more there are. */
function foldRegisters(entries: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  const seen = new Map<string, number>();
  const shown = entries.filter(([name]) => {
    const count = (seen.get(seriesOf(name)) ?? 0) + 1;
    seen.set(seriesOf(name), count);
    return count <= maxListed;
  });
  const rest = [...seen].filter(([, count]) => count > maxListed);
  return [...shown, ...rest.map(([series, count]) => [`${series}…`, `${count - maxListed} more`] as const)];
}

/** Names that end in a number make a series; any other is one of its own. */
function seriesOf(name: string): string {
  return /\d$/.test(name) ? name.replace(/\d+$/, '') : name;
}

function toValue(value: unknown): string {
  const text = String(value);
  if (/^(?:00){8,}$/.test(text)) return `${text.length / 2} zero bytes`;
  return toPlainText(text, maxValueChars);
}

function toUpper(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
