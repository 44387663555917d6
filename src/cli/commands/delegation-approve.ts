/** `assay delegation approve AGENT REQUEST`: makes a delegation of a consent request. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { addressOption, readTerms, termOptions } from '../delegation-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...termOptions, ...addressOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const delegationApprove: Command = {
  name: 'delegation approve',
  summary: 'Let an agent act for you as a consent request asks, or for a part of it',
  usage: [
    'delegation approve AGENT REQUEST [--scope SCOPE]... [--resource URI]... [--ttl SPAN] [--tool NAME]... [--json]',
  ],
  options,
  details: [
    'It holds for 8 hours, or what was asked for if that is less, unless --ttl says else. Never for more than was asked.',
    'Nobody approves what they asked for themselves, but for their own account. An admin may consent for others.',
    'Exit code 1: it was decided or used already, its time is over, or it is more than was asked for.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = '', request = ''] = requirePositionals(args.positionals, ['AGENT', 'REQUEST']);
    const body = { consent_request_id: request, ...readTerms(io, args) };
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderDelegation } = await import('../render/delegations.ts');
    const remote = connectDelegations(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.grant(agentId, body), renderDelegation);
  },
};
