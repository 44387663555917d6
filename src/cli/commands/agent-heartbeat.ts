/** `assay agent heartbeat ID`: notes that an agent is alive. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const agentHeartbeat: Command = {
  name: 'agent heartbeat',
  summary: 'Note that an agent is alive',
  usage: ['agent heartbeat ID [--json]'],
  options,
  details: ['Exit code 1: there is no such agent, or it must not run.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectAgentLife } = await import('../remote-agents.ts');
    const { renderHeartbeat } = await import('../render/agent.ts');
    return writeAnswer(io, args, await connectAgentLife(io, args).heartbeat(id), renderHeartbeat);
  },
};
