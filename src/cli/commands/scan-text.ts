/** The result of a scan for people: each problem with its place, and a last line with counts. */

import type { ModelScan } from '../../model-scan.ts';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from '../render/style.ts';

const maxShown = 20;

/** Renders all files with findings or doubts, then the count. */
export function renderScan(files: readonly ModelScan[], style: Style): string {
  const shown = files.filter(({ status, findings }) => status !== 'clean' || findings.length > 0);
  return `${shown.map((file) => renderFile(file, style)).join('')}${renderCount(files, style)}\n`;
}

function renderFile({ path, status, format, findings }: ModelScan, style: Style): string {
  const paint = { clean: style.green, unsafe: style.red, unchecked: style.yellow }[status];
  const word = { clean: 'clean', unsafe: 'UNSAFE', unchecked: 'not fully checked' }[status];
  const lines = findings.slice(0, maxShown).map((finding) => renderFinding(finding, style));
  const rest = findings.length > maxShown ? [`  ... and ${findings.length - maxShown} more (see --json)`] : [];
  return `${style.bold(toPlainText(path, 400))}  ${paint(word)}  ${style.dim(format)}\n${[...lines, ...rest].map((line) => `${line}\n`).join('')}`;
}

function renderFinding({ id, severity, place, module, note }: ModelScan['findings'][number], style: Style): string {
  const isBad = severity === 'critical' || severity === 'high';
  const paint = isBad ? style.red : severity === 'medium' ? style.yellow : style.dim;
  const offset = place.offset === undefined ? '' : `@${place.offset}`;
  const where = `${place.path}${offset}`;
  const subject = module === undefined ? '' : ` ${style.bold(toPlainText(module, 200))}`;
  const at = where === '' ? '' : style.dim(` [${toPlainText(where, 300)}]`);
  return `  ${paint(severity.padEnd(8))}  ${id}${subject}: ${note}${at}`;
}

function renderCount(files: readonly ModelScan[], style: Style): string {
  const count = (status: ModelScan['status']): number => files.filter((file) => file.status === status).length;
  const [clean, unsafe, unchecked] = [count('clean'), count('unsafe'), count('unchecked')];
  const parts = [`${clean} clean`, style.red(`${unsafe} unsafe`), style.yellow(`${unchecked} not fully checked`)];
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}: ${parts.join(', ')}.`;
}
