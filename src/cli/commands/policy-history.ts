/** `assay policy history ID`: what was done with a policy, by whom and why. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const policyHistory: Command = {
  name: 'policy history',
  summary: 'Show what was done with a policy, by whom and why',
  usage: ['policy history ID [-n N] [--json]'],
  options,
  details: ['That of a policy that was removed is found by its id, not by its name.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const limit = readLimit(args);
    const { connectPolicies } = await import('../remote-policies.ts');
    const { renderHistory } = await import('../render/history.ts');
    const policies = connectPolicies(io, args);
    const id = idOrName.startsWith('pol_') ? idOrName : (await policies.find(idOrName)).id;
    return writeList(io, args, await policies.history(id, limit), {
      render: renderHistory,
      none: 'There was never such a policy.',
    });
  },
};
