/** `assay delegation list`: what agents may do for people. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'What this agent may do; what acts for you if absent' },
  for: { type: 'string', value: 'MEMBER', description: 'What acts for this person, by id or address' },
  status: { type: 'string', value: 'STATUS', description: 'active or revoked; active if absent' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const delegationList: Command = {
  name: 'delegation list',
  summary: 'List what agents may do for you, or for others, newest first',
  usage: ['delegation list [--agent ID] [--for MEMBER] [--status STATUS] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const status = args.text('status');
    const filter = {
      status: status === undefined ? undefined : parseChoice('status', status, ['active', 'revoked']),
    };
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderDelegations } = await import('../render/delegations.ts');
    const { connectClient } = await import('../client.ts');
    const { findNamedPeople } = await import('../find-member.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const { subject } = await findNamedPeople(await connectClient(caller, args), args);
    const listed = await connectDelegations(caller, args).list(args.text('agent'), { ...filter, subject }, limit);
    return writeList(io, args, listed, { render: renderDelegations, none: 'There is no delegation that fits.' });
  },
};
