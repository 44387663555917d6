/** `assay policy show ID`: one policy with its text. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption, readNumber } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'N', description: 'This version; the newest if absent' },
  text: { type: 'boolean', description: 'Print the Cedar text and nothing else' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyShow: Command = {
  name: 'policy show',
  summary: 'Show a policy and its text',
  usage: ['policy show ID [--version N] [--text | --json]'],
  options,
  details: ['ID is the id of a policy, or its name where only one has it.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const number = readNumber(args, 'version');
    const { connectPolicies } = await import('../remote-policies.ts');
    const { renderPolicy, renderVersion } = await import('../render/policy.ts');
    const policies = connectPolicies(io, args);
    const policy = await policies.find(id);
    const version = number === undefined ? undefined : await policies.version(policy, number);
    if (args.flag('text')) {
      io.stdout.write((version ?? policy).text);
      return exitCodes.ok;
    }
    if (version !== undefined) return writeAnswer(io, args, version, renderVersion);
    return writeAnswer(io, args, policy, renderPolicy);
  },
};
