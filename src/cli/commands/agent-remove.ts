/** `assay agent remove ID`: removes an agent that does not run, with what was configured for it. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const agentRemove: Command = {
  name: 'agent remove',
  summary: 'Remove an agent that does not run, with its settings, policies and credentials',
  usage: ['agent remove ID [--json]'],
  options,
  details: [
    'Its evidence stays. The id may be registered again, in the same workspace.',
    operatorTokenNote,
    'Exit code 1: it runs (suspend or decommission it first), or somebody changed it meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectAgents } = await import('../remote-scopes.ts');
    const { atRevision } = await import('../remote-control.ts');
    const agents = connectAgents(await withOperatorToken(io, args, 'verifier'), args);
    await agents.remove(atRevision(await agents.get(id), revision));
    return writeRemoved(io, args, `agent ${id}`);
  },
};
