/** `assay agent list`: agents, registered or known from their evidence. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  workspace: { type: 'string', value: 'ID', description: 'Only those of this workspace' },
  status: { type: 'string', value: 'STATUS', description: 'Only those in this state, e.g. active or suspended' },
  stale: { type: 'string', value: 'WORD', description: 'Only those that went quiet: true, false or unknown' },
  owner: { type: 'string', value: 'MEMBER', description: 'Only those that this member owns' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const statuses = ['pending_approval', 'staged', 'active', 'suspended', 'orphaned', 'decommissioned'] as const;

export const agentList: Command = {
  name: 'agent list',
  summary: 'List agents, newest first',
  usage: ['agent list [--workspace ID] [--status STATUS] [--stale WORD] [--owner MEMBER] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const [status, stale] = [args.text('status'), args.text('stale')];
    const query = {
      workspace_id: args.text('workspace'),
      status: status === undefined ? undefined : parseChoice('status', status, statuses),
      stale: stale === undefined ? undefined : parseChoice('stale', stale, ['true', 'false', 'unknown']),
      owner_id: args.text('owner'),
    };
    const { connectAgents } = await import('../remote-scopes.ts');
    const { renderAgentList } = await import('../render/agent.ts');
    const listed = await connectAgents(io, args).list(query, limit);
    return writeList(io, args, listed, {
      render: renderAgentList,
      none: Object.values(query).some((value) => value !== undefined)
        ? 'No agent fits: leave an option out to see others.'
        : 'There is no agent yet: assay agent register ID, or let one ask.',
    });
  },
};
