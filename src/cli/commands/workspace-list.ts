/** `assay workspace list`: the workspaces of the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const workspaceList: Command = {
  name: 'workspace list',
  summary: 'List workspaces, newest first',
  usage: ['workspace list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectWorkspaces } = await import('../remote-scopes.ts');
    const { renderScopeList } = await import('../render/scopes.ts');
    const listed = await connectWorkspaces(io, args).list({}, limit);
    return writeList(io, args, listed, { render: renderScopeList('WORKSPACE'), none: 'There is no workspace.' });
  },
};
