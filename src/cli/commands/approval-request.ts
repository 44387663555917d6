/** `assay approval request KIND`: asks for an approval, or for a person's consent. */

import { writeAnswer } from '../answer.ts';
import { askableKinds, risks } from '../approval-words.ts';
import type { Command, CommandIo } from '../command.ts';
import { jsonOption, present, readNumber } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { withOperatorToken } from '../operator-token.ts';
import { type ParsedArguments, parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'The agent that it is about' },
  for: {
    type: 'string',
    value: 'MEMBER',
    description: 'For whom it is, by id or address; of a delegation: whose consent is asked for',
  },
  workspace: { type: 'string', value: 'ID', description: 'Where, without an agent' },
  action: { type: 'string', value: 'TEXT', description: 'What is to be done' },
  resource: { type: 'string', value: 'URI', multiple: true, description: 'To what; of a delegation several' },
  scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Scopes that are asked for; several' },
  tool: { type: 'string', value: 'NAME', multiple: true, description: 'Tools that it is for; several' },
  ttl: { type: 'string', value: 'SPAN', description: 'For how long it is asked for, such as 8h' },
  until: { type: 'string', value: 'TIME', description: 'Until when it is of use: a time, or a span such as 2h' },
  purpose: { type: 'string', value: 'TEXT', description: 'What for' },
  justification: { type: 'string', value: 'TEXT', description: 'Why now' },
  emergency: { type: 'boolean', description: 'Say that it cannot wait' },
  risk: { type: 'string', value: 'WORD', description: 'low, medium or high, where it is riskier than it looks' },
  evidence: { type: 'string', value: 'ID', description: 'The Evidence of what was refused' },
  detail: { type: 'string', value: 'NAME=TEXT', multiple: true, description: 'What else to know; several' },
  title: { type: 'string', value: 'TEXT', description: 'In one line' },
  approver: { type: 'string', value: 'MEMBER', multiple: true, description: 'Who alone may decide; takes an admin' },
  quorum: { type: 'string', value: 'N', description: 'How many have to say yes; 1 if absent' },
  'no-separation': { type: 'boolean', description: 'You may decide yourself; takes an admin' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const approvalRequest: Command = {
  name: 'approval request',
  summary: 'Ask for an approval, or for the consent of a person',
  usage: ['approval request KIND [--agent ID] [--for MEMBER] [--action TEXT] [--resource URI] [--justification TEXT]'],
  options,
  details: [
    `KIND is ${askableKinds.slice(0, -1).join(', ')} or ${askableKinds.at(-1)}.`,
    'Exit code 1: the agent, the member or the workspace is not there, or nobody could ever approve it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [word = ''] = requirePositionals(args.positionals, ['KIND']);
    const kind = askableKinds.find((one) => one === word);
    if (kind === undefined) throw new UsageError(`KIND must be one of ${askableKinds.join(', ')}`);
    const body = toBody(io, args, kind);
    const { connectApprovals } = await import('../remote-approvals.ts');
    const { renderApproval } = await import('../render/approvals.ts');
    const takesAdmin = args.texts('approver').length > 0 || args.flag('no-separation');
    const caller = takesAdmin ? await withOperatorToken(io, args, 'verifier') : io;
    const { connectClient } = await import('../client.ts');
    const { findNamedPeople } = await import('../find-member.ts');
    const people = await findNamedPeople(await connectClient(caller, args), args);
    const made = await connectApprovals(caller, args).request({ ...body, ...people });
    return writeAnswer(io, args, made, renderApproval);
  },
};

function toBody(io: CommandIo, args: ParsedArguments, kind: (typeof askableKinds)[number]) {
  const [resource, ...more] = args.texts('resource');
  const isConsent = kind === 'delegation';
  if (!isConsent && more.length > 0) throw new UsageError('--resource is given once, but for a delegation.');
  const risk = args.text('risk');
  const policy = {
    ...present('quorum', readNumber(args, 'quorum')),
    ...(args.flag('no-separation') ? { separation_of_duties: false } : {}),
  };
  const lines = args.texts('detail').map(toLine);
  const display = { ...present('title', args.text('title')), ...(lines.length === 0 ? {} : { lines }) };
  return {
    kind,
    ...present('agent_id', args.text('agent')),
    ...present('workspace_id', args.text('workspace')),
    ...present('action', args.text('action')),
    ...(isConsent ? {} : present('resource', resource)),
    ...present('evaluation_id', args.text('evidence')),
    ...present('risk', risk === undefined ? undefined : parseChoice('risk', risk, risks)),
    requested: toRequested(io, args, isConsent ? args.texts('resource') : []),
    ...(Object.keys(policy).length === 0 ? {} : { policy }),
    ...(Object.keys(display).length === 0 ? {} : { display }),
  };
}

function toRequested(io: CommandIo, args: ParsedArguments, resources: readonly string[]) {
  const reading = { now: io.clock.now(), direction: 'ahead' } as const;
  const [ttl, until] = [args.text('ttl'), args.text('until')];
  const list = (name: string, items: readonly string[]) => (items.length === 0 ? {} : { [name]: items });
  return {
    ...list('scopes', args.texts('scope')),
    ...list('resources', resources),
    ...list('tools', args.texts('tool')),
    ...(ttl === undefined
      ? {}
      : { ttl: Math.round((Date.parse(readMoment('ttl', ttl, reading)) - reading.now) / 1000) }),
    ...(until === undefined ? {} : { until: readMoment('until', until, reading) }),
    ...present('purpose', args.text('purpose')),
    ...present('justification', args.text('justification')),
    ...(args.flag('emergency') ? { emergency: true } : {}),
  };
}

function toLine(text: string) {
  const [, label, value] = /^([^=]+)=(.+)$/su.exec(text) ?? [];
  if (label === undefined || value === undefined) throw new UsageError('--detail takes NAME=TEXT.');
  return { label, value };
}
