/** `assay org list`: the organisations that the caller may see. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const orgList: Command = {
  name: 'org list',
  summary: 'List organisations',
  usage: ['org list [-n N] [--json]'],
  options,
  details: [
    'All of them with the operator token (ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine); the own one without.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectOrganizations } = await import('../remote-scopes.ts');
    const { renderScopeList } = await import('../render/scopes.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const listed = await connectOrganizations(caller, args).list({}, limit);
    return writeList(io, args, listed, {
      render: renderScopeList('ORGANISATION'),
      none: 'There is no organisation.',
    });
  },
};
