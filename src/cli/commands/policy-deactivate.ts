/** `assay policy deactivate ID`: stops deciding by a policy, which stays as a draft. */
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, reasonOption, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const policyDeactivate: Command = {
  name: 'policy deactivate',
  summary: 'Stop deciding by a policy; it stays as a draft',
  usage: ['policy deactivate ID [--reason TEXT] [--json]'],
  options,
  details: [
    'Where no policy is active any more, gateways decide by their own files again.',
    operatorTokenNote,
    'Exit code 1: refused, or somebody changed the policy meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const { changePolicy } = await import('../change-policy.ts');
    const { toChangeBody } = await import('../remote-policies.ts');
    return changePolicy(io, args, {
      idOrName,
      send: (policies, basis) => policies.act('deactivate', basis, toChangeBody(undefined, args.text('reason'))),
    });
  },
};
