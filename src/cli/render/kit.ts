/** Renders the report of the contract kit: failures first, with the reason, then passes. */
import type { CheckResult } from '@assay/sdk/testing';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from './style.ts';

/** Prints the checks of one target. */
export function renderChecks(target: string, checks: readonly CheckResult[], style: Style): string {
  const of = (status: CheckResult['status']) => checks.filter((check) => check.status === status);
  const [failed, skipped, passed] = [of('failed'), of('skipped'), of('passed')];
  const verdict =
    failed.length === 0
      ? style.green(`KEEPS THE CONTRACT: ${passed.length} checks passed.`)
      : style.red(`BREAKS THE CONTRACT: ${failed.length} of ${checks.length} checks failed.`);
  const lines = [
    `${toPlainText(target, 500)}`,
    verdict,
    '',
    ...failed.map((check) => renderCheck(style.red('✗'), check, style)),
    ...skipped.map((check) => renderCheck(style.yellow('-'), check, style)),
    ...passed.map((check) => renderCheck(style.green('✓'), check, style)),
  ];
  return `${lines.join('\n')}\n`;
}

function renderCheck(mark: string, { id, title, message }: CheckResult, style: Style): string {
  const line = `  ${mark} ${toPlainText(title, 200)} ${style.dim(`[${toPlainText(id)}]`)}`;
  return message === '' ? line : `${line}\n      ${toPlainText(message, 1000)}`;
}
