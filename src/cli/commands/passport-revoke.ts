/** `assay passport revoke ID --reason TEXT`: takes a passport back for good. */
import { type Command, exitCodes } from '../command.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { renderPassportStatus } from '../render/passport-status.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  reason: { type: 'string', value: 'TEXT', description: 'Why; it is kept and shown' },
  json: { type: 'boolean', description: 'Print the answer as JSON' },
  ...serviceOption('verifier'),
} as const;

export const passportRevoke: Command = {
  name: 'passport revoke',
  summary: 'Revoke a passport for good',
  usage: ['passport revoke ID --reason TEXT [--json]'],
  options,
  details: [
    'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine. A passport that is revoked already keeps its first reason.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const reason = args.text('reason')?.trim() ?? '';
    if (reason === '') throw new UsageError('--reason TEXT is missing: a revocation says why.');
    const { connectVerifier } = await import('../remote.ts');
    const status = await connectVerifier(await withOperatorToken(io, args, 'verifier'), args).revokePassport(
      id,
      reason,
    );
    if (args.flag('json')) io.stdout.write(toJsonText(status));
    else io.stdout.write(renderPassportStatus(status, createStyle(io.color)));
    return exitCodes.ok;
  },
};
