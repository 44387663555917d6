/** Commands over delegations: agents that act for people. In the order in which help shows them. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { readNumber, reasonOption, revisionOption } from '../control-options.ts';
import { findNamedPeople } from '../find-member.ts';
import { readMoment } from '../moment.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseOptionalChoice, UsageError } from '../options.ts';

const render = () => import('../render/delegations.ts');
const renderDelegation = async () => (await render()).renderDelegation;

const termOptions = {
  scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Right of the agent' },
  resource: { type: 'string', value: 'URI', multiple: true, description: 'Resource that it may use' },
  ttl: { type: 'string', value: 'SPAN', description: 'Duration, such as 8h or 30d' },
  tool: { type: 'string', value: 'NAME', multiple: true, description: 'Only with this tool' },
  'max-uses': { type: 'string', value: 'N', description: 'Largest number of tokens' },
} as const;

const addressOption = {
  ip: { type: 'string', value: 'BLOCK', multiple: true, description: 'Only from these addresses, e.g. 192.0.2.0/24' },
} as const;

const given = (items: readonly string[]) => (items.length === 0 ? undefined : items);
const isEmpty = (members: object) => Object.values(members).every((value) => value === undefined);

/** Reads the seconds of `--ttl`. @throws UsageError */
function readTtl(io: CommandIo, args: ParsedArguments): number | undefined {
  const text = args.text('ttl');
  if (text === undefined) return undefined;
  const now = io.clock.now();
  const seconds = Math.round((Date.parse(readMoment('ttl', text, { now, direction: 'ahead' })) - now) / 1000);
  if (seconds < 1) throw new UsageError('--ttl takes a span that lies ahead, such as 8h or 30d.');
  return seconds;
}

/** Reads the granted part of a request, or the remaining part of a grant. @throws UsageError */
function readTerms(io: CommandIo, args: ParsedArguments) {
  const constraints = {
    tools: given(args.texts('tool')),
    max_uses: readNumber(args, 'max-uses'),
    ip: given(args.texts('ip')),
  };
  return {
    approved_scopes: given(args.texts('scope')),
    resources: given(args.texts('resource')),
    ttl_seconds: readTtl(io, args),
    constraints: isEmpty(constraints) ? undefined : constraints,
  };
}

export const delegationCommands: readonly Command[] = [
  listCommand({
    name: 'delegation list',
    summary: 'List delegations: agents that act for you, or for others, newest first',
    usage: ['delegation list [--agent ID] [--for MEMBER] [--status STATUS] [-n N] [--json]'],
    options: {
      agent: { type: 'string', value: 'ID', description: 'Delegations of this agent; those for you if absent' },
      for: { type: 'string', value: 'MEMBER', description: 'Only for this person, by id or address' },
      status: { type: 'string', value: 'STATUS', description: 'active or revoked; active if absent' },
    },
    operatorToken: true,
    async pages(client, args) {
      const status = parseOptionalChoice(args, 'status', ['active', 'revoked']);
      const { subject } = await findNamedPeople(client, args);
      const agentId = args.text('agent');
      return (page) =>
        agentId === undefined
          ? client.onBehalfOf.list({ status, subject, ...page })
          : client.delegations.list({ agent_id: agentId, status, subject_id: subject, ...page });
    },
    render: async () => (await render()).renderDelegations,
    none: 'There is no delegation that fits.',
  }),
  listCommand({
    name: 'delegation pending',
    summary: 'List the consent requests of an agent that wait for a decision',
    usage: ['delegation pending AGENT [-n N] [--json]'],
    arguments: ['AGENT'],
    operatorToken: true,
    pages: (client, args) => (page) => client.delegations.listPending({ agent_id: args.argument('AGENT'), ...page }),
    render: async () => (await import('../render/approvals.ts')).renderApprovals,
    none: 'No consent request of this agent waits.',
  }),
  operationCommand({
    name: 'delegation show',
    summary: 'Show a delegation, also an ended one',
    usage: ['delegation show AGENT ID [--json]'],
    arguments: ['AGENT', 'ID'],
    operatorToken: true,
    call: (client, args) => client.delegations.get({ agent_id: args.argument('AGENT'), grant_id: args.argument('ID') }),
    render: renderDelegation,
  }),
  operationCommand({
    name: 'delegation request',
    summary: 'Request the consent that an agent needs to act for a person',
    usage: ['delegation request AGENT --scope SCOPE... --resource URI... --purpose TEXT [--for MEMBER] [--ttl SPAN]'],
    arguments: ['AGENT'],
    options: {
      for: { type: 'string', value: 'MEMBER', description: 'Person who consents, by id or address; you if absent' },
      ...termOptions,
      purpose: { type: 'string', value: 'TEXT', description: 'Purpose, as the person reads it' },
      justification: { type: 'string', value: 'TEXT', description: 'Why now' },
      approver: {
        type: 'string',
        value: 'MEMBER',
        multiple: true,
        description: 'May also consent for the person; needs an admin',
      },
    },
    details: [
      'Scopes, resources and the account domain of the person must be in the access manifest of the agent.',
      'If the same request waits already, the answer is that request. Exit code 1: it is more than the agent may have, or too many requests wait.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const [scopes, resources, purpose] = [args.texts('scope'), args.texts('resource'), args.text('purpose')];
      if (scopes.length === 0) throw new UsageError('--scope SCOPE is missing: say what the agent may do.');
      if (resources.length === 0) throw new UsageError('--resource URI is missing: say where it may do it.');
      if (purpose === undefined) throw new UsageError('--purpose TEXT is missing: the person reads what it is for.');
      const body = {
        agent_id: args.argument('AGENT'),
        scopes,
        resources,
        purpose,
        ttl_seconds: readTtl(io, args),
        tools: given(args.texts('tool')),
        max_uses: readNumber(args, 'max-uses'),
        justification: args.text('justification'),
      };
      return client.onBehalfOf.authorize({ body: { ...body, ...(await findNamedPeople(client, args)) } });
    },
    render: async () => (await import('../render/approvals.ts')).renderApproval,
  }),
  operationCommand({
    name: 'delegation approve',
    summary: 'Grant a consent request, or a part of it, so that the agent acts for you',
    usage: [
      'delegation approve AGENT REQUEST [--scope SCOPE]... [--resource URI]... [--ttl SPAN] [--tool NAME]... [--json]',
    ],
    arguments: ['AGENT', 'REQUEST'],
    options: { ...termOptions, ...addressOption },
    details: [
      'Without --ttl it holds for 8 hours, or for the requested time if that is shorter. It never grants more than was requested.',
      'Nobody approves their own request, except for their own account. An admin may consent for others.',
      'Exit code 1: it was decided or used already, it has expired, or it is more than was requested.',
    ],
    operatorToken: true,
    call(client, args, io) {
      const body = { consent_request_id: args.argument('REQUEST'), ...readTerms(io, args) };
      return client.delegations.create({ agent_id: args.argument('AGENT'), body });
    },
    render: renderDelegation,
  }),
  operationCommand({
    name: 'delegation narrow',
    summary: 'Reduce a delegation. Its tokens end',
    usage: ['delegation narrow AGENT ID [--scope SCOPE]... [--resource URI]... [--ttl SPAN] [--tool NAME]... [--json]'],
    arguments: ['AGENT', 'ID'],
    options: { ...termOptions, ...addressOption, ...revisionOption },
    details: [
      'Name what stays. To grant more, request a new consent. Only the person that the agent acts for may do this: sign in first.',
      'Exit code 1: it would be more than before, the delegation has ended, or somebody changed it meanwhile.',
    ],
    async call({ delegations }, args, io) {
      const at = { agent_id: args.argument('AGENT'), grant_id: args.argument('ID') };
      const body = readTerms(io, args);
      if (isEmpty(body)) throw new UsageError('Say what stays: --scope, --resource, --ttl, --tool …');
      const revision = readNumber(args, 'revision');
      return delegations.narrow({ ...at, body, ifMatch: revision ?? (await delegations.get(at)).revision });
    },
    render: renderDelegation,
  }),
  clientCommand({
    name: 'delegation revoke',
    summary: 'Revoke a delegation at once and for good, with every token under it',
    usage: ['delegation revoke AGENT ID [--reason TEXT] [--json]'],
    arguments: ['AGENT', 'ID'],
    options: reasonOption,
    details: ['The person, an owner of the agent, an operator or an admin may do this. A repeat changes nothing.'],
    operatorToken: true,
    async run(client, args, io) {
      const id = args.argument('ID');
      const reason = args.text('reason');
      await client.delegations.revoke({ agent_id: args.argument('AGENT'), grant_id: id, reason });
      if (!args.flag('json')) io.stdout.write(`Revoked delegation ${id}\n`);
      return exitCodes.ok;
    },
  }),
];
