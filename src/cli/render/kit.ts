/** Renders the report of the contract kit: broken rules first, with the reason, then passes, and the advice apart. */
import type { CheckResult } from '@assay/sdk/testing';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from './style.ts';

/** Prints the checks of one target. */
export function renderChecks(target: string, checks: readonly CheckResult[], style: Style): string {
  const rules = checks.filter(({ obligation }) => obligation === 'contract');
  const advice = checks.filter(({ obligation }) => obligation === 'advice');
  const failed = rules.filter(({ status }) => status === 'failed');
  const passed = rules.filter(({ status }) => status === 'passed');
  const verdict =
    failed.length === 0
      ? style.green(`KEEPS THE CONTRACT: ${passed.length} checks passed.`)
      : style.red(`BREAKS THE CONTRACT: ${failed.length} of ${rules.length} checks failed.`);
  const lines = [`${toPlainText(target, 500)}`, verdict, '', ...renderList(rules, style.red('✗'), style)];
  return `${[...lines, ...renderAdvice(advice, style)].join('\n')}\n`;
}

function renderAdvice(advice: readonly CheckResult[], style: Style): string[] {
  if (advice.length === 0) return [];
  const open = advice.filter(({ status }) => status === 'failed').length;
  const title =
    open === 0
      ? 'ADVICE beyond the contract: all of it is followed.'
      : `ADVICE beyond the contract: ${open} of ${advice.length} not followed. The contract leaves these open.`;
  return ['', title, '', ...renderList(advice, style.yellow('!'), style)];
}

function renderList(checks: readonly CheckResult[], failedMark: string, style: Style): string[] {
  const of = (status: CheckResult['status']) => checks.filter((check) => check.status === status);
  return [
    ...of('failed').map((check) => renderCheck(failedMark, check, style)),
    ...of('skipped').map((check) => renderCheck(style.yellow('-'), check, style)),
    ...of('passed').map((check) => renderCheck(style.green('✓'), check, style)),
  ];
}

function renderCheck(mark: string, { id, title, message }: CheckResult, style: Style): string {
  const line = `  ${mark} ${toPlainText(title, 200)} ${style.dim(`[${toPlainText(id)}]`)}`;
  return message === '' ? line : `${line}\n      ${toPlainText(message, 1000)}`;
}
