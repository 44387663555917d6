/** `assay policy list`: the policies of the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit, readOptionalScope, scopeOptions } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...scopeOptions,
  status: { type: 'string', value: 'WORD', description: 'Only draft, active or shadow ones' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyList: Command = {
  name: 'policy list',
  summary: 'List policies, newest first',
  usage: ['policy list [--org | --workspace ID | --agent ID] [--status WORD] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const scope = readOptionalScope(args);
    const word = args.text('status');
    const status = word === undefined ? undefined : parseChoice('status', word, ['draft', 'active', 'shadow']);
    const { connectPolicies } = await import('../remote-policies.ts');
    const { renderPolicyList } = await import('../render/policy.ts');
    const query = { level: scope?.level, scope_id: scope?.id, status };
    return writeList(io, args, await connectPolicies(io, args).list(query, limit), {
      render: renderPolicyList,
      none: 'There is no policy here: gateways decide by their own files. Start with assay policy create FILE.',
    });
  },
};
