/** `assay approval list`: requests for consent and approval. */

import { writeList } from '../answer.ts';
import { approvalKinds, approvalStatuses } from '../approval-words.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  status: { type: 'string', value: 'STATUS', description: `Only those in this state: ${approvalStatuses.join(', ')}` },
  kind: { type: 'string', value: 'KIND', description: 'Only those of this kind, e.g. delegation or policy_escalation' },
  agent: { type: 'string', value: 'ID', description: 'Only those about this agent' },
  mine: { type: 'boolean', description: 'Only those that wait for your decision' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const approvalList: Command = {
  name: 'approval list',
  summary: 'List requests for consent and approval, newest first',
  usage: ['approval list [--status STATUS] [--kind KIND] [--agent ID] [--mine] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const [status, kind, isMine] = [args.text('status'), args.text('kind'), args.flag('mine')];
    const query = {
      status: status === undefined ? undefined : parseChoice('status', status, approvalStatuses),
      kind: kind === undefined ? undefined : parseChoice('kind', kind, approvalKinds),
      agent_id: args.text('agent'),
      approver: isMine ? 'me' : undefined,
    };
    const { connectApprovals } = await import('../remote-approvals.ts');
    const { renderApprovals } = await import('../render/approvals.ts');
    // Requests that the operator token decides are also read with it.
    const listed = await connectApprovals(await withOperatorToken(io, args, 'verifier'), args).list(query, limit);
    return writeList(io, args, listed, {
      render: renderApprovals,
      none: isMine ? 'Nothing waits for your decision.' : 'There is no request that fits.',
    });
  },
};
