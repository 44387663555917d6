/** `assay org show ID`: one organisation with its chain. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const orgShow: Command = {
  name: 'org show',
  summary: 'Show an organisation and its chain',
  usage: ['org show ID [--json]'],
  options,
  details: ['Another organisation than the own one is shown with the operator token only.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectOrganizations } = await import('../remote-scopes.ts');
    const { renderScope } = await import('../render/scopes.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    return writeAnswer(io, args, await connectOrganizations(caller, args).get(id), renderScope('organisation'));
  },
};
