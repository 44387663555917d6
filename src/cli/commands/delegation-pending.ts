/** `assay delegation pending AGENT`: consent requests that wait. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const delegationPending: Command = {
  name: 'delegation pending',
  summary: 'List the consent requests of an agent that wait for a decision',
  usage: ['delegation pending AGENT [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = ''] = requirePositionals(args.positionals, ['AGENT']);
    const limit = readLimit(args);
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderApprovals } = await import('../render/approvals.ts');
    const remote = connectDelegations(await withOperatorToken(io, args, 'verifier'), args);
    const listed = await remote.pending(agentId, limit);
    return writeList(io, args, listed, { render: renderApprovals, none: 'No consent request of this agent waits.' });
  },
};
