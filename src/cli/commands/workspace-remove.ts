/** `assay workspace remove ID`: takes a workspace without agents away, with what was configured in it. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const workspaceRemove: Command = {
  name: 'workspace remove',
  summary: 'Remove a workspace without agents, with its settings and policies',
  usage: ['workspace remove ID [--json]'],
  options,
  details: ['Exit code 1: agents stand in it, it is the default workspace, or somebody changed it meanwhile.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectWorkspaces } = await import('../remote-scopes.ts');
    const { atRevision } = await import('../remote-control.ts');
    const workspaces = connectWorkspaces(io, args);
    await workspaces.remove(atRevision(await workspaces.get(id), revision));
    return writeRemoved(io, args, `workspace ${id}`);
  },
};
