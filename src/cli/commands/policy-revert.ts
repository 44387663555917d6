/** `assay policy revert ID`: makes an earlier version decide again. */
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, reasonOption, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'N', description: 'This version; the one that was active before, if absent' },
  ...reasonOption,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyRevert: Command = {
  name: 'policy revert',
  summary: 'Make an earlier version of a policy decide again',
  usage: ['policy revert ID [--version N] [--reason TEXT] [--json]'],
  options,
  details: [
    operatorTokenNote,
    'Exit code 1: no version was active before, it would not hold any more, or somebody changed the policy meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const version = readNumber(args, 'version');
    const { changePolicy, sourceOf } = await import('../change-policy.ts');
    const { toChangeBody } = await import('../remote-policies.ts');
    return changePolicy(io, args, {
      idOrName,
      source: (policy) => sourceOf(policy, version),
      send: (policies, basis) => policies.act('revert', basis, toChangeBody(version, args.text('reason'))),
    });
  },
};
