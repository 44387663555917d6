/** `assay console AGENT`: what an agent does, as it happens. */
import type { Command } from '../command.ts';
import { followOptions, readFollow } from '../console/options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  types: {
    type: 'string',
    value: 'TYPES',
    description: 'Only these, separated by commas: agent.log, tool.call, model.invocation, auditor.decision',
  },
  ...followOptions,
  ...serviceOption('verifier'),
} as const;

export const consoleCommand: Command = {
  name: 'console',
  summary: 'Watch an agent until Ctrl-C: its log, tool calls, model invocations and decisions',
  usage: ['console AGENT [--types TYPES] [--level WORD] [--since ID | --all] [--json]'],
  options,
  details: [
    'It begins now, and comes back by itself when the connection breaks, after the last event it had. What is no longer kept, and each new try, is told on standard error.',
    'Exit code 0: stopped by Ctrl-C. 1: there is no such agent, or it must not run and its console is for admins. 3: refused, or nothing answers at the first try.',
    'assay console invoice-clerk --types auditor.decision --all',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agent = ''] = requirePositionals(args.positionals, ['AGENT']);
    const { level, after } = readFollow(args);
    const { follow } = await import('../console/follow.ts');
    const { connectService } = await import('../service.ts');
    const path = `/v1/agents/${encodeURIComponent(agent)}/console/stream`;
    const query = { types: args.text('types'), level };
    return follow(io, connectService('verifier', io, args), { path, query, after, json: args.flag('json') });
  },
};
