/** Renders policy problems like a compiler: file, line and column, the line itself, a caret, a suggestion. */
import type { PolicyProblem } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from './style.ts';

/** The text of lines and columns. */
export interface ProblemSource {
  readonly file: string;
  readonly text: string;
  /** Names of this text at the verifier; a problem of another record has no line to show. */
  readonly records: readonly string[];
}

const maxMessage = 1_000;
/** Longest shown source line; a longer one is cut around the column. */
const maxLine = 100;
const maxScopes = 3;

/** Renders all problems, errors first, otherwise in order. */
export function renderProblems(problems: readonly PolicyProblem[], source: ProblemSource, style: Style): string {
  const lines = source.text.split(/\r\n|\n|\r/);
  const ranked = [...problems].sort((left, right) => rank(left) - rank(right));
  return ranked.map((problem) => renderProblem(problem, { ...source, lines }, style)).join('');
}

/** `2 errors and 1 warning`; empty for none. */
export function countProblems(problems: readonly PolicyProblem[]): string {
  return severities
    .flatMap((severity) => {
      const count = problems.filter((problem) => problem.severity === severity).length;
      return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
    })
    .join(' and ');
}

const severities = ['error', 'warning', 'note'];

function rank({ severity }: PolicyProblem): number {
  const position = severities.indexOf(severity);
  return position < 0 ? severities.length : position;
}

function renderProblem(
  problem: PolicyProblem,
  { file, records, lines }: ProblemSource & { readonly lines: readonly string[] },
  style: Style,
): string {
  const { line, column = 1, record } = problem;
  const isHere = record === undefined || records.includes(record);
  const name = isHere ? file : `policy ${record}`;
  const place = [name, ...(line === undefined ? [] : [line, column])].join(':');
  const head = `${style.bold(toPlainText(place, 300))}: ${paint(problem.severity, style)}: ${describe(problem)}\n`;
  const excerpt = isHere && line !== undefined ? renderExcerpt(lines[line - 1], line, column, style) : '';
  const hint = problem.suggestion === undefined ? '' : `  ${style.green('help')}: ${toHint(problem.suggestion)}\n`;
  return `${head}${excerpt}${hint}`;
}

function describe({ message, where = [] }: PolicyProblem): string {
  const shown = where.slice(0, maxScopes).map(({ level, id }) => `${level} ${id}`);
  const more = where.length > maxScopes ? ` and ${where.length - maxScopes} more` : '';
  return toPlainText(`${message}${shown.length === 0 ? '' : ` (at ${shown.join(', ')}${more})`}`, maxMessage);
}

function renderExcerpt(content: string | undefined, line: number, column: number, style: Style): string {
  if (content === undefined || content.trim() === '') return '';
  const position = Math.max(0, Math.min(column - 1, content.length));
  const start = position < maxLine - 20 ? 0 : position - Math.floor(maxLine / 2);
  // One character stays one, so that the caret is below its place.
  const shown = content.slice(start, start + maxLine).replaceAll('\t', ' ');
  const number = String(line);
  const lead = start === 0 ? '' : '…';
  const tail = start + maxLine < content.length ? '…' : '';
  const gap = ' '.repeat(lead.length + position - start);
  return (
    `  ${style.dim(`${number} |`)} ${lead}${toPlainText(shown, maxLine)}${tail}\n` +
    `  ${style.dim(`${' '.repeat(number.length)} |`)} ${gap}${style.red('^')}\n`
  );
}

/** A bare name is a suggestion. */
function toHint(suggestion: string): string {
  const text = toPlainText(suggestion, maxMessage);
  return /\s/.test(text) ? text : `did you mean ${text}?`;
}

function paint(severity: string, style: Style): string {
  if (severity === 'error') return style.red('error');
  return severity === 'warning' ? style.yellow('warning') : toPlainText(severity, 20);
}
