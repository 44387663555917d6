/** `assay passport export ID`: the bundle a third party needs to check a passport offline, as JSON or CBOR. */
import { type Command, exitCodes } from '../command.ts';
import { deliver } from '../deliver.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  cbor: { type: 'boolean', description: 'As CBOR, the compact binary form; needs --output' },
  ...serviceOption('verifier'),
} as const;

export const passportExport: Command = {
  name: 'passport export',
  summary: 'Export a passport with all it stands on, to be checked offline',
  usage: ['passport export ID [-o FILE] [--cbor]'],
  options,
  details: [
    'The bundle holds the passport, its evidence, key attestations and receipts: no prompt and no answer, only hashes of them. Check it anywhere with assay verify FILE.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const output = args.text('output');
    const isCbor = args.flag('cbor');
    if (isCbor && output === undefined) throw new UsageError('--cbor needs --output FILE: it is no text.');
    const accept = isCbor ? 'application/cbor' : 'application/json';
    const { connectVerifier } = await import('../remote.ts');
    await deliver(io, await connectVerifier(io, args).downloadBundle(id, accept), output);
    return exitCodes.ok;
  },
};
