/** `assay delegation revoke AGENT ID`: ends a delegation at once and for good. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption, reasonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const delegationRevoke: Command = {
  name: 'delegation revoke',
  summary: 'Take a delegation back at once and for good, with every token under it',
  usage: ['delegation revoke AGENT ID [--reason TEXT] [--json]'],
  options,
  details: ['By the person, an owner of the agent, an operator or an admin. A repeat changes nothing.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = '', id = ''] = requirePositionals(args.positionals, ['AGENT', 'ID']);
    const { connectDelegations } = await import('../remote-delegations.ts');
    const remote = connectDelegations(await withOperatorToken(io, args, 'verifier'), args);
    await remote.revoke(agentId, id, args.text('reason'));
    if (!args.flag('json')) io.stdout.write(`Revoked delegation ${id}\n`);
    return exitCodes.ok;
  },
};
