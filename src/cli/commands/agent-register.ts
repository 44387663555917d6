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
  owner: { type: 'string', value: 'MEMBER', description: 'Who owns it; you if absent' },
  purpose: { type: 'string', value: 'TEXT', description: 'What it is for' },
  jwks: { type: 'string', value: 'FILE', description: 'Its public keys (JWK set), in place of a secret; - for stdin' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentRegister: Command = {
  name: 'agent register',
  summary: 'Register an agent in a workspace',
  usage: [
    'agent register ID [--workspace ID] [--name TEXT] [--model ID] [--owner MEMBER] [--purpose TEXT] [--jwks FILE] [--json]',
  ],
  options,
  details: [
    'It gets a SPIFFE identity and an OAuth client. Without --jwks the client has a secret that is shown once.',
    'Exit code 1: an agent with this id is registered already, or there is no such workspace.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { readJwks } = await import('../jwks-file.ts');
    const body = {
      id,
      ...present('workspace_id', args.text('workspace')),
      ...present('name', args.text('name')),
      ...present('model_id', args.text('model')),
      ...present('owner_id', args.text('owner')),
      ...present('purpose', args.text('purpose')),
      ...present('jwks', await readJwks(io, args.text('jwks'))),
    };
    const { connectAgents } = await import('../remote-scopes.ts');
    const { renderAgent } = await import('../render/agent.ts');
    const agent = await connectAgents(io, args).create(body);
    if (agent.client_secret !== undefined && !args.flag('json')) {
      io.stderr.write('Keep the secret now: it cannot be shown again.\n');
    }
    return writeAnswer(io, args, agent, renderAgent);
  },
};
