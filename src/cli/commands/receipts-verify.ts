/** `assay receipts verify`: checks a receipt chain, that of the gateway or an export, and shows how far it has got. */
import { toPlainText } from '../../proof/report.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseOptions, UsageError } from '../options.ts';
import { type CountProgress, createCountProgress } from '../render/count-progress.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle, type Style } from '../render/style.ts';
import { renderFacts, toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';
import type { ReceiptsCheck } from '../wire.ts';

const options = {
  fast: { type: 'boolean', description: 'Check links and checkpoints only, not every signature' },
  witness: {
    type: 'string',
    value: 'KEY',
    multiple: true,
    description: 'For a FILE: witness key (name+id+base64) or a file of them; those of the data folder if absent',
  },
  json: { type: 'boolean', description: 'Print the result as JSON' },
  ...serviceOption('gateway'),
} as const;

/** Exit code 0 when the chain is intact, 1 when it is broken. */
export const receiptsVerify: Command = {
  name: 'receipts verify',
  summary: 'Check the receipt chain of the gateway, or an export of it',
  usage: ['receipts verify [FILE] [--fast] [--witness KEY]... [--json]'],
  options,
  details: [
    'Without FILE this is the word of the gateway about itself. With FILE, an export of any size, nobody is asked.',
    'Who holds the keys that signed, only their key attestations show: assay verify FILE checks those too.',
    'Exit code 0: intact. 1: broken.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file, ...rest] = args.positionals;
    if (rest.length > 0) throw new UsageError('Name one export to verify, or none for the chain of the gateway.');
    const progress = createCountProgress(io.stderr, io.clock.now, 'receipts');
    try {
      const result = await (file === undefined
        ? askGateway(io, args, progress)
        : checkFile(file, { io, args, progress }));
      progress.clear();
      io.stdout.write(args.flag('json') ? toJsonText(result) : render(result, createStyle(io.color)));
      return result.chain_intact ? exitCodes.ok : exitCodes.no;
    } finally {
      progress.clear();
    }
  },
};

async function askGateway(io: CommandIo, args: ParsedArguments, progress: CountProgress): Promise<ReceiptsCheck> {
  const { connectGateway } = await import('../remote.ts');
  const waiting = createProgress(io.stderr);
  waiting.show('The gateway reads its chain back …');
  try {
    const mode = args.flag('fast') ? 'fast' : 'full';
    return await connectGateway(io, args).verifyReceipts(mode, progress.report);
  } finally {
    waiting.clear();
  }
}

async function checkFile(
  file: string,
  { io, args, progress }: { io: CommandIo; args: ParsedArguments; progress: CountProgress },
): Promise<ReceiptsCheck> {
  const { checkExportFile } = await import('../verify/export-file.ts');
  const { loadWitnessKeys } = await import('../verify/witness-keys.ts');
  const dataDir = io.env['ASSAY_DATA_DIR'] || '.assay';
  return checkExportFile(file, {
    mode: args.flag('fast') ? 'fast' : 'full',
    witnesses: await loadWitnessKeys({ named: args.texts('witness'), dataDir }),
    onProgress: progress.report,
  });
}

function render(result: ReceiptsCheck, style: Style): string {
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
