/** `assay delegation show AGENT ID`: one delegation. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const delegationShow: Command = {
  name: 'delegation show',
  summary: 'Show a delegation, one that ended too',
  usage: ['delegation show AGENT ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = '', id = ''] = requirePositionals(args.positionals, ['AGENT', 'ID']);
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderDelegation } = await import('../render/delegations.ts');
    const remote = connectDelegations(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.get(agentId, id), renderDelegation);
  },
};
