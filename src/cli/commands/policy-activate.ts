/** `assay policy activate ID`: makes a version of a policy decide. */
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, reasonOption, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'N', description: 'This version; the newest if absent' },
  ...reasonOption,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyActivate: Command = {
  name: 'policy activate',
  summary: 'Make a version of a policy decide',
  usage: ['policy activate ID [--version N] [--reason TEXT] [--json]'],
  options,
  details: [
    'Gateways take it within two seconds; assay gateway rollout --wait tells when all of them have.',
    operatorTokenNote,
    'Exit code 1: it would not hold somewhere, which is told line by line, or somebody changed the policy meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const version = readNumber(args, 'version');
    const { changePolicy, sourceOf } = await import('../change-policy.ts');
    const { toChangeBody } = await import('../remote-policies.ts');
    return changePolicy(io, args, {
      idOrName,
      source: (policy) => sourceOf(policy, version ?? policy.version),
      // The version that was read: a newer one could have another text.
      send: (policies, basis, policy) =>
        policies.act('activate', basis, toChangeBody(version ?? policy.version, args.text('reason'))),
    });
  },
};
