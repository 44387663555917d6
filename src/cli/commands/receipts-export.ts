/** `assay receipts export`: the whole receipt chain of the gateway as JSON lines. */
import { type Command, exitCodes } from '../command.ts';
import { deliver } from '../deliver.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  'no-evidence': { type: 'boolean', description: 'Receipts alone, without the evidence beside them' },
  ...serviceOption('gateway'),
} as const;

export const receiptsExport: Command = {
  name: 'receipts export',
  summary: 'Export the receipt chain of the gateway (assay-receipts/1)',
  usage: ['receipts export [-o FILE] [--no-evidence]'],
  options,
  details: ['Check the file with assay verify FILE; take it over in another gateway by POST /v1/receipts/import.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const query = { attachments: args.flag('no-evidence') ? 'false' : undefined };
    const { connectGateway } = await import('../remote.ts');
    const chunks = await connectGateway(io, args).exportReceipts(query);
    await deliver(io, chunks, args.text('output'));
    return exitCodes.ok;
  },
};
