/** `assay policy shadow ID`: has gateways evaluate a version beside what is active, deciding nothing. */
import type { Command } from '../command.ts';
import {
  jsonOption,
  operatorTokenNote,
  present,
  readNumber,
  reasonOption,
  revisionOption,
} from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'N', description: 'This version; the newest if absent' },
  end: { type: 'boolean', description: 'End the trial' },
  ...reasonOption,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyShadow: Command = {
  name: 'policy shadow',
  summary: 'Try a version of a policy beside what is active: recorded, deciding nothing',
  usage: ['policy shadow ID [--version N] [--reason TEXT] [--json]', 'policy shadow ID --end [--json]'],
  options,
  details: [
    'What it would have decided stands in the evidence: assay evidence show ID. Activating the version ends its trial.',
    operatorTokenNote,
    'Exit code 1: it is active already, it would not hold somewhere, or somebody changed the policy meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const version = readNumber(args, 'version');
    const isEnd = args.flag('end');
    if (isEnd && version !== undefined) throw new UsageError('Name a --version to try, or --end.');
    const { changePolicy, sourceOf } = await import('../change-policy.ts');
    return changePolicy(io, args, {
      idOrName,
      source: (policy) => sourceOf(policy, version ?? policy.version),
      send(policies, basis, policy) {
        const body = { version: isEnd ? null : (version ?? policy.version), ...present('reason', args.text('reason')) };
        return policies.act('shadow', basis, body);
      },
    });
  },
};
