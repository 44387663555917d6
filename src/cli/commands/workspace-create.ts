/** `assay workspace create ID`: makes a workspace. */
import { writeAnswer } from '../answer.ts';
import { chainOptions, readChain } from '../chain-options.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
  description: { type: 'string', value: 'TEXT', description: 'What it is for' },
  ...chainOptions,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary: 'Make a workspace',
  usage: ['workspace create ID [--name TEXT] [--description TEXT] [--pre-request IDS] [--post-response IDS] [--json]'],
  options,
  details: [
    'Without a chain the workspace asks the auditors of its organisation, else those of the gateway.',
    'Exit code 1: there is a workspace with this id already.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const body = {
      id,
      ...present('name', args.text('name')),
      ...present('description', args.text('description')),
      ...present('chain', readChain(args)),
    };
    const { connectWorkspaces } = await import('../remote-scopes.ts');
    const { renderScope } = await import('../render/scopes.ts');
    return writeAnswer(io, args, await connectWorkspaces(io, args).create(body), renderScope('workspace'));
  },
};
