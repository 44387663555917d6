/** Commands over agents and their states, in the order in which help shows them. */
import type { AgentWithSecret, Client } from '@assay/client';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, reasonOption, requireReason, revisionOption } from '../control-options.ts';
import { readJwks } from '../jwks-file.ts';
import { readMoment } from '../moment.ts';
import { listCommand, operationCommand, type RowArguments } from '../operation-command.ts';
import { type ParsedArguments, parseOptionalChoice, UsageError } from '../options.ts';
import { explainStale, maxChanges } from '../stale.ts';

const render = () => import('../render/agent.ts');
const renderAgent = async () => (await render()).renderAgent;

const statuses = [
  'pending_approval',
  'staged',
  'active',
  'stopped',
  'suspended',
  'orphaned',
  'decommissioned',
] as const;

/** A note for an answer with a secret. */
export function noteSecret({ client_secret: secret }: AgentWithSecret): string | undefined {
  return secret === undefined ? undefined : 'Keep the secret now: it cannot be shown again.';
}

/** Sends a change that was made from a revision. @throws AppError `conflict` that names who changed the agent meanwhile */
export function changeAgent<R>(
  { agents }: Client,
  { id, revision }: { readonly id: string; readonly revision: number },
  send: (at: { readonly id: string; readonly ifMatch: number }) => Promise<R>,
): Promise<R> {
  const history = () => agents.history({ id, limit: maxChanges });
  return explainStale({ noun: 'agent', id, revision, history }, () => send({ id, ifMatch: revision }));
}

const withReason = (args: RowArguments) => ({ id: args.argument('ID'), body: { reason: args.text('reason') } });
const withRequiredReason = (args: RowArguments) => ({ id: args.argument('ID'), body: { reason: requireReason(args) } });

export const agentCommands: readonly Command[] = [
  listCommand({
    name: 'agent list',
    summary: 'List agents, newest first',
    usage: ['agent list [--workspace ID] [--status STATUS] [--stale WORD] [--owner MEMBER] [-n N] [--json]'],
    options: {
      workspace: { type: 'string', value: 'ID', description: 'Only agents of this workspace' },
      status: { type: 'string', value: 'STATUS', description: 'Only agents in this state, e.g. active or suspended' },
      stale: { type: 'string', value: 'WORD', description: 'Only stale agents, or others: true, false or unknown' },
      owner: { type: 'string', value: 'MEMBER', description: 'Only agents that this member owns' },
    },
    pages(client, args) {
      const query = {
        workspace_id: args.text('workspace'),
        status: parseOptionalChoice(args, 'status', statuses),
        stale: parseOptionalChoice(args, 'stale', ['true', 'false', 'unknown']),
        owner_id: args.text('owner'),
      };
      return (page) => client.agents.list({ ...query, ...page });
    },
    render: async () => (await render()).renderAgentList,
    none: (args) =>
      ['workspace', 'status', 'stale', 'owner'].some((name) => args.text(name) !== undefined)
        ? 'No agent fits: leave an option out to see others.'
        : 'There is no agent yet: assay agent register ID, or let one ask.',
  }),
  operationCommand({
    name: 'agent register',
    summary: 'Register an agent in a workspace',
    usage: [
      'agent register ID [--workspace ID] [--name TEXT] [--model ID] [--owner MEMBER] [--purpose TEXT] [--jwks FILE] [--json]',
    ],
    arguments: ['ID'],
    options: {
      workspace: { type: 'string', value: 'ID', description: 'Workspace of the agent; default if absent' },
      name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
      model: { type: 'string', value: 'ID', description: 'Model that it uses' },
      owner: { type: 'string', value: 'MEMBER', description: 'Owner; you if absent' },
      purpose: { type: 'string', value: 'TEXT', description: 'Purpose' },
      jwks: { type: 'string', value: 'FILE', description: 'Public keys (JWK set) instead of a secret; - for stdin' },
    },
    details: [
      'The agent gets a SPIFFE identity and an OAuth client. Without --jwks the client has a secret, which is shown once.',
      'Exit code 1: an agent with this id is registered already, or there is no such workspace.',
    ],
    async call(client, args, io) {
      const body = {
        id: args.argument('ID'),
        workspace_id: args.text('workspace'),
        name: args.text('name'),
        model_id: args.text('model'),
        owner_id: args.text('owner'),
        purpose: args.text('purpose'),
        jwks: await readJwks(io, args.text('jwks')),
      };
      return client.agents.create({ body: checkedByVerifier(body) });
    },
    note: noteSecret,
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent show',
    summary: 'Show an agent: workspace, model, audit mode',
    usage: ['agent show ID [--json]'],
    arguments: ['ID'],
    details: [
      'assay policy effective --agent ID and assay settings effective --agent ID show the policies and settings that hold for it.',
    ],
    call: (client, args) => client.agents.get({ id: args.argument('ID') }),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent update',
    summary: 'Change the name, the model or the audit mode of an agent',
    usage: [
      'agent update ID [--name TEXT] [--model ID] [--public-passports yes|no] [--json]',
      'agent update ID --audit-mode observe --reason TEXT --until TIME [--json]',
      'agent update ID --audit-mode enforce [--json]',
    ],
    arguments: ['ID'],
    options: {
      name: { type: 'string', value: 'TEXT', description: 'New name' },
      model: { type: 'string', value: 'ID', description: 'New model; "" for none' },
      'audit-mode': {
        type: 'string',
        value: 'MODE',
        description: 'enforce, or observe: nothing is blocked, everything is recorded',
      },
      until: {
        type: 'string',
        value: 'TIME',
        description: 'End of observe mode: a time, a span such as 2h, at most 7 days ahead; or never',
      },
      reason: { type: 'string', value: 'TEXT', description: 'Reason for observe mode; it is kept and shown' },
      'public-passports': { type: 'string', value: 'WORD', description: 'yes or no: anybody may read its passports' },
      ...revisionOption,
    },
    details: [
      'This registers an agent that is known only from its Evidence. Observe mode and public passports need the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.',
      'Exit code 1: refused, or somebody changed the agent meanwhile.',
      "assay agent update billing --audit-mode observe --until 2h --reason 'incident 4711'",
    ],
    // No more rights than the call needs.
    operatorToken: (args) => args.text('public-passports') !== undefined || args.text('audit-mode') === 'observe',
    async call(client, args, io) {
      const revision = readNumber(args, 'revision');
      const body = readChange(args, io.clock.now());
      if (Object.values(body).every((value) => value === undefined)) {
        throw new UsageError('Say what to change: --name, --model, --audit-mode, --public-passports.');
      }
      const before = await client.agents.get({ id: args.argument('ID') });
      const basis = { id: before.id, revision: revision ?? before.revision };
      return changeAgent(client, basis, (at) => client.agents.update({ ...at, body }));
    },
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent approve',
    summary: 'Approve an agent that is waiting for approval',
    usage: ['agent approve ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'You cannot approve an agent that you registered. Next: assay agent activate ID.',
      'Exit code 1: it is not waiting for approval, or you registered it.',
      operatorTokenNote,
    ],
    operatorToken: true,
    call: (client, args) => client.agents.approve(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent activate',
    summary: 'Activate an approved agent, so that it may run',
    usage: ['agent activate ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: ['Exit code 1: it was not approved, or it has no owner or no credential.'],
    call: (client, args) => client.agents.activate(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent stop',
    summary: 'Stop an agent until it is started again. Gateways refuse it meanwhile',
    usage: ['agent stop ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'Its tokens end. A repeat changes nothing. After an incident use assay agent suspend: it needs a reason, and start does not undo it.',
      'Exit code 1: it does not run.',
    ],
    call: (client, args) => client.agents.stop(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent start',
    summary: 'Start a stopped agent',
    usage: ['agent start ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'Earlier tokens stay dead: the agent asks for another one.',
      'Exit code 1: it is not stopped (assay agent reactivate ends a suspension), or it has no owner.',
    ],
    call: (client, args) => client.agents.start(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent suspend',
    summary: 'Suspend an agent at once. Its tokens end, and gateways refuse it',
    usage: ['agent suspend ID --reason TEXT [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'A repeat changes nothing. Exit code 1: it does not run.',
      "assay agent suspend billing --reason 'incident 4711'",
    ],
    call: (client, args) => client.agents.suspend(withRequiredReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent reactivate',
    summary: 'Let a suspended agent run again',
    usage: ['agent reactivate ID --reason TEXT [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: ['Earlier tokens stay dead. Exit code 1: it is not suspended, or it has no owner.'],
    call: (client, args) => client.agents.reactivate(withRequiredReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent decommission',
    summary: 'Decommission an agent for good',
    usage: ['agent decommission ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: ['Its OAuth client and its keys stop working. Exit code 1: there is no such agent.', operatorTokenNote],
    operatorToken: true,
    call: (client, args) => client.agents.decommission(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent transfer',
    summary: 'Give an agent another owner. An agent without an owner runs again',
    usage: ['agent transfer ID OWNER [--reason TEXT] [--json]'],
    arguments: ['ID', 'OWNER'],
    options: reasonOption,
    details: [
      'OWNER is the id of a member. It takes the place of the first owner; other owners stay.',
      operatorTokenNote,
      'Exit code 1: OWNER is no member, or the agent has ended.',
    ],
    operatorToken: true,
    call(client, args) {
      const body = { owner_id: args.argument('OWNER'), reason: args.text('reason') };
      return client.agents.transfer({ id: args.argument('ID'), body });
    },
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent attest',
    summary: 'Attest as its owner that an agent is still needed',
    usage: ['agent attest ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'The attestation holds for 90 days. Exit code 1: there is no such agent, or it has ended.',
      operatorTokenNote,
    ],
    operatorToken: true,
    call: (client, args) => client.agents.attest(withReason(args)),
    render: renderAgent,
  }),
  operationCommand({
    name: 'agent heartbeat',
    summary: 'Record that an agent is alive',
    usage: ['agent heartbeat ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: there is no such agent, or it must not run.'],
    call: (client, args) => client.agents.heartbeat({ id: args.argument('ID'), body: {} }),
    render: async () => (await render()).renderHeartbeat,
  }),
];

function readChange(args: ParsedArguments, now: number) {
  const [model, reason, until] = [args.text('model'), args.text('reason'), args.text('until')];
  const mode = parseOptionalChoice(args, 'audit-mode', ['enforce', 'observe']);
  if (mode !== 'observe' && (reason !== undefined || until !== undefined)) {
    throw new UsageError('--reason and --until belong to --audit-mode observe.');
  }
  if (mode === 'observe' && (reason === undefined || until === undefined)) {
    throw new UsageError('--audit-mode observe says why and how long: --reason TEXT --until TIME.');
  }
  const isPublic = parseOptionalChoice(args, 'public-passports', ['yes', 'no']);
  return {
    name: args.text('name'),
    model_id: model === '' ? null : model,
    audit_mode: mode,
    audit_mode_reason: reason,
    audit_mode_until: until === undefined ? undefined : toEnd(until, now),
    public_passports: isPublic === undefined ? undefined : isPublic === 'yes',
  };
}

function toEnd(text: string, now: number): string | null {
  return text === 'never' ? null : readMoment('until', text, { now, direction: 'ahead' });
}
