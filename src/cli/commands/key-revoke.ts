/** `assay key revoke ID`: ends an API key at once and for good. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke an API key at once and for good',
  usage: ['key revoke ID [--json]'],
  options,
  details: ['Exit code 1: it is the last key of an active agent, which is rotated instead.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectKeys } = await import('../remote-keys.ts');
    await connectKeys(await withOperatorToken(io, args, 'verifier'), args).revoke(id);
    if (!args.flag('json')) io.stdout.write(`Revoked API key ${id}\n`);
    return exitCodes.ok;
  },
};
