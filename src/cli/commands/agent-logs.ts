/** `assay agent logs ID`: the log of an agent, as it is written. */
import type { Command } from '../command.ts';
import { followOptions, readFollow } from '../console/options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...followOptions, ...serviceOption('verifier') } as const;

export const agentLogs: Command = {
  name: 'agent logs',
  summary: 'Watch the log of an agent until Ctrl-C',
  usage: ['agent logs ID [--level WORD] [--since ID | --all] [--json]'],
  options,
  details: ['As assay console ID --types agent.log; exit codes are the same.'],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agent = ''] = requirePositionals(args.positionals, ['ID']);
    const { level, after } = readFollow(args);
    const { follow } = await import('../console/follow.ts');
    const { connectService } = await import('../service.ts');
    const path = `/v1/agents/${encodeURIComponent(agent)}/logs`;
    return follow(io, connectService('verifier', io, args), { path, query: { level }, after, json: args.flag('json') });
  },
};
