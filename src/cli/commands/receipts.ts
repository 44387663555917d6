/** Commands over receipt chains, in the order in which help shows them. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { deliver } from '../deliver.ts';
import type { ReceiptImport, ReceiptsCheck } from '../gateway.ts';
import { type ParsedArguments, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { type CountProgress, createCountProgress } from '../render/count-progress.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const verifyOptions = {
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

const exportOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  'no-evidence': { type: 'boolean', description: 'Receipts alone, without the evidence beside them' },
  ...serviceOption('gateway'),
} as const;

const importOptions = {
  'allow-unpinned': {
    type: 'boolean',
    description: 'Also take a chain that nothing here can be compared with; it is then shown as unpinned',
  },
  json: { type: 'boolean', description: 'Print the result as JSON' },
  ...serviceOption('gateway'),
} as const;

export const receiptCommands: readonly Command[] = [
  {
    name: 'receipts verify',
    summary: 'Check the receipt chain of the gateway, or an export of it',
    usage: ['receipts verify [FILE] [--fast] [--witness KEY]... [--json]'],
    options: verifyOptions,
    details: [
      'Without FILE the gateway checks itself, and you trust its word. With FILE, an export of any size, no service is called.',
      'Only key attestations show who holds the keys that signed: assay verify FILE checks them too.',
      'Exit code 0: intact. 1: broken.',
    ],
    async run(io) {
      const args = parseOptions(verifyOptions, io.args);
      const [file, ...rest] = args.positionals;
      if (rest.length > 0) throw new UsageError('Name one export to verify, or none for the chain of the gateway.');
      const progress = createCountProgress(io.stderr, io.clock.now, 'receipts');
      try {
        const result = await (file === undefined
          ? askGateway(io, args, progress)
          : checkFile(file, { io, args, progress }));
        progress.clear();
        const { renderReceiptsCheck: render } = await import('../render/receipts.ts');
        io.stdout.write(args.flag('json') ? toJsonText(result) : render(result, createStyle(io.color)));
        return result.chain_intact ? exitCodes.ok : exitCodes.no;
      } finally {
        progress.clear();
      }
    },
  },
  {
    name: 'receipts export',
    summary: 'Export the receipt chain of the gateway (assay-receipts/1)',
    usage: ['receipts export [-o FILE] [--no-evidence]'],
    options: exportOptions,
    details: ['Check the file with assay verify FILE. Import it into another gateway with assay receipts import FILE.'],
    async run(io) {
      const args = parseOptions(exportOptions, io.args);
      requirePositionals(args.positionals, []);
      const attachments = args.flag('no-evidence') ? 'false' : undefined;
      const { connectGateway } = await import('../gateway.ts');
      await deliver(io, await connectGateway(io, args).exportReceipts({ attachments }), args.text('output'));
      return exitCodes.ok;
    },
  },
  {
    name: 'receipts import',
    summary: 'Import an export of a receipt chain into the gateway',
    usage: ['receipts import FILE [--allow-unpinned] [--json]'],
    options: importOptions,
    details: [
      'The export must equal or extend what the gateway or the witness of the chain knows; a shorter, forked or foreign one is refused, and changes nothing.',
      'Start a new gateway with an empty data folder and GATEWAY_CHAIN_ID set to the chain_id in the first line of the export, and import before any traffic.',
      'On this machine the operator token of the data folder is used.',
    ],
    async run(io) {
      const args = parseOptions(importOptions, io.args);
      const [file = ''] = requirePositionals(args.positionals, ['FILE']);
      return importFile(file, io, args);
    },
  },
];

async function importFile(file: string, io: CommandIo, args: ParsedArguments): Promise<number> {
  const { withOperatorToken } = await import('../operator-token.ts');
  const { readWithProgress, sizeOfFile } = await import('../model-files.ts');
  const { connectGateway } = await import('../gateway.ts');
  const gateway = connectGateway(await withOperatorToken(io, args, 'gateway'), args);
  const size = await sizeOfFile(file);
  const query = { allow_unpinned: args.flag('allow-unpinned') ? ('true' as const) : undefined };
  const result = await gateway.importReceipts(readWithProgress(io, `${file} sent`, { path: file, size }), query);
  if (args.flag('json')) io.stdout.write(toJsonText(result));
  else io.stdout.write(describeImport(result));
  return exitCodes.ok;
}

function describeImport({ imported, total_receipts: total, head_hash: head }: ReceiptImport): string {
  const what =
    imported === 0 ? 'Nothing was imported: the gateway had every receipt.' : `Imported ${imported} receipts.`;
  return `${what} The chain has ${total}, and its head is ${head ?? 'none'}.\n`;
}

async function askGateway(io: CommandIo, args: ParsedArguments, progress: CountProgress): Promise<ReceiptsCheck> {
  const { connectGateway } = await import('../gateway.ts');
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
