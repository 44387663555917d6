/** `assay agent register ID`: makes an agent known before it asks, in its workspace. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  workspace: { type: 'string', value: 'ID', description: 'Workspace that it stands in; default if absent' },
  name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
  model: { type: 'string', value: 'ID', description: 'Model that it is meant for' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentRegister: Command = {
  name: 'agent register',
  summary: 'Register an agent in a workspace',
  usage: ['agent register ID [--workspace ID] [--name TEXT] [--model ID] [--json]'],
  options,
  details: ['Exit code 1: an agent with this id is registered already, or there is no such workspace.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const body = {
      id,
      ...present('workspace_id', args.text('workspace')),
      ...present('name', args.text('name')),
      ...present('model_id', args.text('model')),
    };
    const { connectAgents } = await import('../remote-scopes.ts');
    const { renderAgent } = await import('../render/agent.ts');
    return writeAnswer(io, args, await connectAgents(io, args).create(body), renderAgent);
  },
};
