/** `assay delegation request AGENT`: asks for the consent that an agent needs to act for somebody. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present, readNumber } from '../control-options.ts';
import { listed, readTtl, termOptions } from '../delegation-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  for: { type: 'string', value: 'MEMBER', description: 'Whose consent, by id or address; yours if absent' },
  ...termOptions,
  purpose: { type: 'string', value: 'TEXT', description: 'What for, as the person reads it' },
  justification: { type: 'string', value: 'TEXT', description: 'Why now' },
  approver: {
    type: 'string',
    value: 'MEMBER',
    multiple: true,
    description: 'Who may consent besides the person; takes an admin',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const delegationRequest: Command = {
  name: 'delegation request',
  summary: 'Ask for the consent that an agent needs to act for somebody',
  usage: ['delegation request AGENT --scope SCOPE... --resource URI... --purpose TEXT [--for MEMBER] [--ttl SPAN]'],
  options,
  details: [
    'Scopes, resources and the account domain of the person must be in the access manifest of the agent.',
    'The same that waits already is answered. Exit code 1: it is more than the agent may have, or too many wait.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = ''] = requirePositionals(args.positionals, ['AGENT']);
    const [scopes, resources, purpose] = [args.texts('scope'), args.texts('resource'), args.text('purpose')];
    if (scopes.length === 0) throw new UsageError('--scope SCOPE is missing: say what the agent may do.');
    if (resources.length === 0) throw new UsageError('--resource URI is missing: say where it may do it.');
    if (purpose === undefined) throw new UsageError('--purpose TEXT is missing: the person reads what it is for.');
    const body = {
      ...{ agent_id: agentId, scopes, resources, purpose },
      ...present('ttl_seconds', readTtl(io, args)),
      ...listed('tools', args.texts('tool')),
      ...present('max_uses', readNumber(args, 'max-uses')),
      ...present('justification', args.text('justification')),
    };
    const { connectClient } = await import('../client.ts');
    const { findNamedPeople } = await import('../find-member.ts');
    const { connectDelegations } = await import('../remote-delegations.ts');
    const { renderApproval } = await import('../render/approvals.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const people = await findNamedPeople(await connectClient(caller, args), args);
    const made = await connectDelegations(caller, args).request({ ...body, ...people });
    return writeAnswer(io, args, made, renderApproval);
  },
};
