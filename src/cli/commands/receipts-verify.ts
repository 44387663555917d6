/** `assay receipts verify`: lets the gateway read its whole receipt chain back and check it. */
import { toPlainText } from '../../proof/report.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle, type Style } from '../render/style.ts';
import { renderFacts, toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';
import type { ReceiptsCheck } from '../wire.ts';

const options = {
  fast: { type: 'boolean', description: 'Check links and hashes only, not every signature' },
  json: { type: 'boolean', description: 'Print the result as JSON' },
  ...serviceOption('gateway'),
} as const;

/** Exit code 0 when the chain is intact, 1 when it is broken. */
export const receiptsVerify: Command = {
  name: 'receipts verify',
  summary: 'Check the receipt chain of the gateway',
  usage: ['receipts verify [--fast] [--json]'],
  options,
  details: [
    'This is the word of the gateway about itself. For a check that does not trust it: assay receipts export, then assay verify.',
    'Exit code 0: intact. 1: broken.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectGateway } = await import('../remote.ts');
    const gateway = connectGateway(io, args);
    const progress = createProgress(io.stderr);
    progress.show('The gateway reads its chain back …');
    try {
      const result = await gateway.verifyReceipts(args.flag('fast') ? 'fast' : 'full');
      progress.clear();
      io.stdout.write(args.flag('json') ? toJsonText(result) : render(result, createStyle(io.color)));
      return result.chain_intact ? exitCodes.ok : exitCodes.no;
    } finally {
      progress.clear();
    }
  },
};

function render(result: ReceiptsCheck, style: Style): string {
  const broken = `BROKEN at receipt ${result.first_bad_seq ?? 'unknown'}: ${toPlainText(result.reason ?? 'no reason given')}`;
  const facts = renderFacts([
    ['chain', toPlainText(result.chain_id)],
    ['receipts', String(result.total_receipts)],
    ['first, last', `${result.first_seq ?? 'none'}, ${result.last_seq ?? 'none'}`],
    ['head', toPlainText(result.head_hash ?? 'none')],
    ...(result.unpinned === true ? ([['history', style.yellow('imported, confirmed by nothing here')]] as const) : []),
  ]);
  return `${result.chain_intact ? style.green('INTACT') : style.red(broken)}\n${facts}`;
}
