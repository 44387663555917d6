/** `assay evidence resend`: sends refused Evidence of a gateway to its verifier again. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  json: { type: 'boolean', description: 'Print the result as JSON' },
  ...serviceOption('gateway'),
} as const;

/** Exit code 1 when something was refused again. */
export const evidenceResend: Command = {
  name: 'evidence resend',
  summary: 'Have the gateway send Evidence again that the verifier refused, after the reason was mended',
  usage: ['evidence resend [--json]'],
  options,
  details: ['Needs the operator token of the gateway. Exit code 0: the verifier has all of it now. 1: not all of it.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { withOperatorToken } = await import('../operator-token.ts');
    const { connectGateway } = await import('../remote.ts');
    const { taken, refused } = await connectGateway(
      await withOperatorToken(io, args, 'gateway'),
      args,
    ).resendRefusedEvidence();
    if (args.flag('json')) io.stdout.write(toJsonText({ taken, refused }));
    else io.stdout.write(`The verifier took ${taken} and refused ${refused} again.\n`);
    return refused === 0 ? exitCodes.ok : exitCodes.no;
  },
};
