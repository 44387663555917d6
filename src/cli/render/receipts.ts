/** Renders the check of a receipt chain for people. */
import { toPlainText } from '../../proof/report.ts';
import type { ReceiptsCheck } from '../gateway.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** The verdict, and how far the chain and its witness go. */
export function renderReceiptsCheck(result: ReceiptsCheck, style: Style): string {
  const broken = `BROKEN at receipt ${result.first_bad_seq ?? 'unknown'}: ${toPlainText(result.reason ?? 'no reason given')}`;
  const facts = renderFacts([
    ['chain', toPlainText(result.chain_id)],
    ['receipts', String(result.total_receipts)],
    ['first, last', `${result.first_seq ?? 'none'}, ${result.last_seq ?? 'none'}`],
    ['head', toPlainText(result.head_hash ?? 'none')],
    ['checkpoint', result.checkpoint_size === undefined ? 'unknown' : String(result.checkpoint_size ?? 'none')],
    ['witnessed', describeWitness(result, style)],
    ...(result.unpinned === true ? ([['history', style.yellow('imported, confirmed by nothing here')]] as const) : []),
  ]);
  return `${result.chain_intact ? style.green('INTACT') : style.red(broken)}\n${facts}`;
}

function describeWitness({ witnessed_size, truncated }: ReceiptsCheck, style: Style): string {
  if (truncated === true) return style.red(`up to ${witnessed_size ?? 'more'}: the end was cut off`);
  if (witnessed_size === undefined || witnessed_size === null) {
    return style.yellow('by nobody known here: whether the end was cut off is not known');
  }
  return `up to ${witnessed_size}: nothing before that was cut off`;
}
