/** Commands over requests for consent and approval, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { reasonOption } from '../control-options.ts';
import { listCommand, operationCommand, type RowArguments } from '../operation-command.ts';
import { parseOptionalChoice } from '../options.ts';
import { approvalRequest, askableKinds } from './approval-request.ts';

const render = () => import('../render/approvals.ts');
const renderApproval = async () => (await render()).renderApproval;
export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'failed'] as const;
export const approvalKinds = [...askableKinds, 'policy_escalation', 'workflow_step'] as const;

const decidedBy = [
  'You must be known: by your login or ASSAY_ACCESS_TOKEN, else by the operator token in the data folder when the verifier is on this machine.',
  'Exit code 1: it was decided already, it has expired, or you have no access to it.',
];
const withReason = (args: RowArguments) => ({ id: args.argument('ID'), body: { reason: args.text('reason') } });

/** Requests that the operator token decides are also read with it. */
export const approvalCommands: readonly Command[] = [
  listCommand({
    name: 'approval list',
    summary: 'List requests for consent and approval, newest first',
    usage: ['approval list [--status STATUS] [--kind KIND] [--agent ID] [--mine] [-n N] [--json]'],
    options: {
      status: { type: 'string', value: 'STATUS', description: `Only in this state: ${approvalStatuses.join(', ')}` },
      kind: { type: 'string', value: 'KIND', description: 'Only of this kind, e.g. delegation or policy_escalation' },
      agent: { type: 'string', value: 'ID', description: 'Only about this agent' },
      mine: { type: 'boolean', description: 'Only requests that wait for your decision' },
    },
    operatorToken: true,
    pages(client, args) {
      const query = {
        status: parseOptionalChoice(args, 'status', approvalStatuses),
        kind: parseOptionalChoice(args, 'kind', approvalKinds),
        agent_id: args.text('agent'),
        approver: args.flag('mine') ? ('me' as const) : undefined,
      };
      return (page) => client.approvals.list({ ...query, ...page });
    },
    render: async () => (await render()).renderApprovals,
    none: (args) => (args.flag('mine') ? 'Nothing waits for your decision.' : 'There is no request that fits.'),
  }),
  operationCommand({
    name: 'approval show',
    summary: 'Show a request: who requests what, why, and who decided',
    usage: ['approval show ID [--json]'],
    arguments: ['ID'],
    details: [
      'The requester wrote the title and most of "Details". assay evidence show ID shows the Evidence of a refusal.',
      'Exit code 1: it has expired (assay approval list --status expired still shows it), or you have no access to it.',
    ],
    operatorToken: true,
    call: (client, args) => client.approvals.get({ id: args.argument('ID') }),
    render: renderApproval,
  }),
  approvalRequest,
  operationCommand({
    name: 'approval approve',
    summary: 'Approve a request',
    usage: ['approval approve ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'Nobody approves their own request. Read it first: assay approval show ID.',
      'An approved delegation is no grant yet: assay delegation approve does both.',
      ...decidedBy,
    ],
    operatorToken: true,
    call: (client, args) => client.approvals.approve(withReason(args)),
    note: ({ status }) =>
      status === 'pending' ? 'Your approval is recorded; the request needs more of them.' : undefined,
    render: renderApproval,
  }),
  operationCommand({
    name: 'approval deny',
    summary: 'Deny a request, which ends it',
    usage: ['approval deny ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: ['One denial is enough, whatever the quorum.', ...decidedBy],
    operatorToken: true,
    call: (client, args) => client.approvals.deny(withReason(args)),
    render: renderApproval,
  }),
  operationCommand({
    name: 'approval cancel',
    summary: 'Cancel a request that you made',
    usage: ['approval cancel ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: ['An admin may cancel any request.', ...decidedBy],
    operatorToken: true,
    call: (client, args) => client.approvals.cancel(withReason(args)),
    render: renderApproval,
  }),
];
