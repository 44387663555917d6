/** `assay delegation narrow AGENT ID`: leaves less of a delegation. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { addressOption, readTerms, termOptions } from '../delegation-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...{ ...termOptions, ...addressOption },
  ...{ ...revisionOption, ...jsonOption, ...serviceOption('verifier') },
} as const;

export const delegationNarrow: Command = {
  name: 'delegation narrow',
  summary: 'Leave an agent that acts for you less than before; tokens that it has are dead',
  usage: ['delegation narrow AGENT ID [--scope SCOPE]... [--resource URI]... [--ttl SPAN] [--tool NAME]... [--json]'],
  options,
  details: [
    'Name what stays. More than there is needs a new consent. Only the person whom it acts for does this: sign in first.',
    'Exit code 1: it would be more than before, the delegation has ended, or somebody changed it meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = '', id = ''] = requirePositionals(args.positionals, ['AGENT', 'ID']);
    const body = readTerms(io, args);
    if (Object.keys(body).length === 0) throw new UsageError('Say what stays: --scope, --resource, --ttl, --tool …');
    const revision = readNumber(args, 'revision');
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderDelegation } = await import('../render/delegations.ts');
    const narrowed = await connectDelegations(io, args).narrow(agentId, id, body, revision);
    return writeAnswer(io, args, narrowed, renderDelegation);
  },
};
