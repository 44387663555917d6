/** `assay agent show ID`: one agent, its model and its audit mode. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const agentShow: Command = {
  name: 'agent show',
  summary: 'Show an agent: workspace, model, audit mode',
  usage: ['agent show ID [--json]'],
  options,
  details: ['What decides about it: assay policy effective --agent ID, and assay settings effective --agent ID.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectAgents } = await import('../remote-scopes.ts');
    const { renderAgent } = await import('../render/agent.ts');
    return writeAnswer(io, args, await connectAgents(io, args).get(id), renderAgent);
  },
};
