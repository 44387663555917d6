/** `assay org create ID`: makes an organisation with its default workspace. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
  description: { type: 'string', value: 'TEXT', description: 'What it is for' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const orgCreate: Command = {
  name: 'org create',
  summary: 'Make an organisation with its default workspace',
  usage: ['org create ID [--name TEXT] [--description TEXT] [--json]'],
  options,
  details: [
    'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.',
    'Exit code 1: there is an organisation with this id already.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectOrganizations } = await import('../remote-scopes.ts');
    const { renderScope } = await import('../render/scopes.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const body = { id, ...present('name', args.text('name')), ...present('description', args.text('description')) };
    return writeAnswer(io, args, await connectOrganizations(caller, args).create(body), renderScope('organisation'));
  },
};
