/** `assay credential client remove ID`: ends an OAuth client at another authorization server. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const credentialClientRemove: Command = {
  name: 'credential client remove',
  summary: 'End an OAuth client: its secret here, and our registration at the other side where we made it',
  usage: ['credential client remove ID [--json]'],
  options,
  details: ['Exit code 1: credentials rest on it, which are revoked first. It takes an admin.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectForeignClients } = await import('../remote-foreign-clients.ts');
    await connectForeignClients(await withOperatorToken(io, args, 'verifier'), args).remove(id);
    if (!args.flag('json')) io.stdout.write(`Removed client ${id}\n`);
    return exitCodes.ok;
  },
};
