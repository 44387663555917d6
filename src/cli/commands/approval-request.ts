/** `assay approval request KIND`: requests an approval, or the consent of a person. */
import type { CommandIo } from '../command.ts';
import { readNumber } from '../control-options.ts';
import { findNamedPeople } from '../find-member.ts';
import { readMoment } from '../moment.ts';
import { operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseOptionalChoice, UsageError } from '../options.ts';

/** Kinds that people can request. Gateways request escalations and workflows their steps by themselves. */
export const askableKinds = [
  'delegation',
  'agent_registration',
  'app_install',
  'tool_call',
  'credential_share',
  'workflow_deploy',
  'model_promotion',
] as const;

const risks = ['low', 'medium', 'high'] as const;
const given = <T>(items: readonly T[]) => (items.length === 0 ? undefined : items);
const isEmpty = (members: object) => Object.values(members).every((value) => value === undefined);

export const approvalRequest = operationCommand({
  name: 'approval request',
  summary: 'Request an approval, or the consent of a person',
  usage: ['approval request KIND [--agent ID] [--for MEMBER] [--action TEXT] [--resource URI] [--justification TEXT]'],
  arguments: ['KIND'],
  options: {
    agent: { type: 'string', value: 'ID', description: 'The agent that it is about' },
    for: {
      type: 'string',
      value: 'MEMBER',
      description: 'The person that it is for, by id or address; for a delegation: the person who consents',
    },
    workspace: { type: 'string', value: 'ID', description: 'Workspace, without an agent' },
    action: { type: 'string', value: 'TEXT', description: 'Requested action' },
    resource: {
      type: 'string',
      value: 'URI',
      multiple: true,
      description: 'Resource of the action; a delegation may have several',
    },
    scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Requested scope' },
    tool: { type: 'string', value: 'NAME', multiple: true, description: 'Tool that it is for' },
    ttl: { type: 'string', value: 'SPAN', description: 'Requested duration, such as 8h' },
    until: { type: 'string', value: 'TIME', description: 'When it stops being useful: a time, or a span such as 2h' },
    purpose: { type: 'string', value: 'TEXT', description: 'Purpose' },
    justification: { type: 'string', value: 'TEXT', description: 'Why now' },
    emergency: { type: 'boolean', description: 'Mark it as urgent' },
    risk: { type: 'string', value: 'WORD', description: 'low, medium or high, if it is riskier than it looks' },
    evidence: { type: 'string', value: 'ID', description: 'Evidence of the refusal', idsOf: 'v1/evidence' },
    detail: { type: 'string', value: 'NAME=TEXT', multiple: true, description: 'A further fact' },
    title: { type: 'string', value: 'TEXT', description: 'Title in one line' },
    approver: {
      type: 'string',
      value: 'MEMBER',
      multiple: true,
      description: 'Only named approvers may decide; needs an admin',
    },
    quorum: { type: 'string', value: 'N', description: 'How many must approve; 1 if absent' },
    'no-separation': { type: 'boolean', description: 'You may decide yourself; needs an admin' },
  },
  details: [
    `KIND is ${askableKinds.slice(0, -1).join(', ')} or ${askableKinds.at(-1)}.`,
    'Exit code 1: there is no such agent, member or workspace, or nobody could ever approve it.',
  ],
  operatorToken: (args) => args.texts('approver').length > 0 || args.flag('no-separation'),
  async call(client, args, io) {
    const word = args.argument('KIND');
    const kind = askableKinds.find((one) => one === word);
    if (kind === undefined) throw new UsageError(`KIND must be one of ${askableKinds.join(', ')}`);
    const body = toBody(io, args, kind);
    return client.approvals.create({ body: { ...body, ...(await findNamedPeople(client, args)) } });
  },
  render: async () => (await import('../render/approvals.ts')).renderApproval,
});

function toBody(io: CommandIo, args: ParsedArguments, kind: (typeof askableKinds)[number]) {
  const [resource, ...more] = args.texts('resource');
  const isConsent = kind === 'delegation';
  if (!isConsent && more.length > 0) throw new UsageError('--resource is given once, but for a delegation.');
  const policy = {
    quorum: readNumber(args, 'quorum'),
    separation_of_duties: args.flag('no-separation') ? false : undefined,
  };
  const display = { title: args.text('title'), lines: given(args.texts('detail').map(toLine)) };
  return {
    kind,
    agent_id: args.text('agent'),
    workspace_id: args.text('workspace'),
    action: args.text('action'),
    resource: isConsent ? undefined : resource,
    evaluation_id: args.text('evidence'),
    risk: parseOptionalChoice(args, 'risk', risks),
    requested: toRequested(io, args, isConsent ? args.texts('resource') : []),
    policy: isEmpty(policy) ? undefined : policy,
    display: isEmpty(display) ? undefined : display,
  };
}

function toRequested(io: CommandIo, args: ParsedArguments, resources: readonly string[]) {
  const reading = { now: io.clock.now(), direction: 'ahead' } as const;
  const [ttl, until] = [args.text('ttl'), args.text('until')];
  return {
    scopes: given(args.texts('scope')),
    resources: given(resources),
    tools: given(args.texts('tool')),
    ttl: ttl === undefined ? undefined : Math.round((Date.parse(readMoment('ttl', ttl, reading)) - reading.now) / 1000),
    until: until === undefined ? undefined : readMoment('until', until, reading),
    purpose: args.text('purpose'),
    justification: args.text('justification'),
    emergency: args.flag('emergency') ? true : undefined,
  };
}

function toLine(text: string) {
  const [, label, value] = /^([^=]+)=(.+)$/su.exec(text) ?? [];
  if (label === undefined || value === undefined) throw new UsageError('--detail takes NAME=TEXT.');
  return { label, value };
}
