/** `assay policy remove ID`: takes a policy away; it stops deciding at once. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const policyRemove: Command = {
  name: 'policy remove',
  summary: 'Take a policy away; it stops deciding at once',
  usage: ['policy remove ID [--json]'],
  options,
  details: [
    'Its history stays: assay policy history with the id of the policy.',
    operatorTokenNote,
    'Exit code 1: there is no such policy, or somebody changed it meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectForChange, connectPolicies } = await import('../remote-policies.ts');
    const { atRevision } = await import('../remote-control.ts');
    const policy = await connectPolicies(io, args).find(idOrName);
    const policies = await connectForChange(io, args, policy.scope.level);
    await policies.remove(atRevision(policy, revision));
    return writeRemoved(io, args, `policy ${policy.name} (${policy.id})`);
  },
};
