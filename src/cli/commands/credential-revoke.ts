/** `assay credential revoke ID`: ends a credential at once and for good. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption, reasonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const credentialRevoke: Command = {
  name: 'credential revoke',
  summary: 'End a credential at once and for good; its secrets are destroyed',
  usage: ['credential revoke ID [--reason TEXT] [--json]'],
  options,
  details: [
    'A repeat changes nothing. The other side is told where that is possible.',
    'Exit code 1: there is no such credential for you.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const remote = connectCredentials(await withOperatorToken(io, args, 'verifier'), args);
    const revoked = await remote.revoke(id, args.text('reason'));
    io.stdout.write(args.flag('json') ? toJsonText(revoked) : `Revoked credential ${id}\n`);
    return exitCodes.ok;
  },
};
