/** `assay agent list`: agents, registered or known from their evidence. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  workspace: { type: 'string', value: 'ID', description: 'Only those of this workspace' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentList: Command = {
  name: 'agent list',
  summary: 'List agents, newest first',
  usage: ['agent list [--workspace ID] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectAgents } = await import('../remote-scopes.ts');
    const { renderAgentList } = await import('../render/agent.ts');
    const listed = await connectAgents(io, args).list({ workspace_id: args.text('workspace') }, limit);
    return writeList(io, args, listed, {
      render: renderAgentList,
      none: 'There is no agent yet: assay agent register ID, or let one ask.',
    });
  },
};
