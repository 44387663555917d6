/** `assay policy effective --agent A`: what an agent is decided by, from all levels. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'The agent' },
  text: { type: 'boolean', description: 'Print the combined Cedar text and nothing else' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyEffective: Command = {
  name: 'policy effective',
  summary: 'Show what an agent is decided by: levels, trials, chain, problems',
  usage: ['policy effective --agent ID [--text | --json]'],
  options,
  details: [
    'Organisation, workspace and agent each have policies; a level further in can only tighten what is further out. The version is the one that decisions and evidence name.',
    'Exit code 1: its policies do not hold over its chain, or with --text: the gateway has the only policy.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const agent = args.text('agent');
    if (agent === undefined) throw new UsageError('--agent is missing.');
    const { connectPolicies } = await import('../remote-policies.ts');
    const { renderEffectivePolicy } = await import('../render/policy.ts');
    const view = await connectPolicies(io, args).effective(agent);
    if (args.flag('text')) {
      if (view.text === null) {
        io.stderr.write("No policy is active here: the gateway's own file decides.\n");
        return exitCodes.no;
      }
      io.stdout.write(view.text);
      return exitCodes.ok;
    }
    writeAnswer(io, args, view, renderEffectivePolicy);
    return view.problems.some(({ severity }) => severity === 'error') ? exitCodes.no : exitCodes.ok;
  },
};
