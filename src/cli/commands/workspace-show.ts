/** `assay workspace show ID`: one workspace with its chain. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workspaceShow: Command = {
  name: 'workspace show',
  summary: 'Show a workspace and its chain',
  usage: ['workspace show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkspaces } = await import('../remote-scopes.ts');
    const { renderScope } = await import('../render/scopes.ts');
    return writeAnswer(io, args, await connectWorkspaces(io, args).get(id), renderScope('workspace'));
  },
};
