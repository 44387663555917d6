/** `assay credential client list`: what the organisation is at authorization servers of others. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  issuer: { type: 'string', value: 'URL', description: 'Only those at this authorization server' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialClientList: Command = {
  name: 'credential client list',
  summary: 'List the OAuth clients of your organisation at other authorization servers, newest first',
  usage: ['credential client list [--issuer URL] [-n N] [--json]'],
  options,
  details: ['It takes an operator.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectForeignClients } = await import('../remote-foreign-clients.ts');
    const { renderForeignClients } = await import('../render/foreign-clients.ts');
    const remote = connectForeignClients(await withOperatorToken(io, args, 'verifier'), args);
    return writeList(io, args, await remote.list({ issuer: args.text('issuer') }, limit), {
      render: renderForeignClients,
      none: 'There is no client that fits.',
    });
  },
};
