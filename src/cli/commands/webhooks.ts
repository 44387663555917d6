/** Commands over webhooks that call the verifier, in the order in which help shows them. */
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { clientCommand, listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import {
  type ParsedArguments,
  parseOptionalChoice,
  parseWholeNumber,
  requirePositionals,
  UsageError,
} from '../options.ts';
import { webhookVerify } from './webhook-verify.ts';

const render = () => import('../render/webhooks.ts');
const renderWebhook = async () => (await render()).renderWebhook;

const webhookOptions = {
  name: { type: 'string', value: 'TEXT', description: 'Name for people' },
  description: { type: 'string', value: 'TEXT', description: 'Purpose' },
  event: {
    type: 'string',
    value: 'WORD',
    multiple: true,
    description: 'A type (tool.call), a code (approval.requested), a prefix (workflow.*) or *',
  },
  workspace: { type: 'string', value: 'ID', multiple: true, description: 'Only of this workspace' },
  agent: { type: 'string', value: 'ID', multiple: true, description: 'Only of this agent' },
} as const;

/** Members that were given. */
function readWebhook(args: ParsedArguments) {
  const list = (name: string) => (args.texts(name).length === 0 ? undefined : args.texts(name));
  return {
    name: args.text('name'),
    description: args.text('description'),
    events: list('event'),
    workspace_ids: list('workspace'),
    agent_ids: list('agent'),
  };
}

export const webhookCommands: readonly Command[] = [
  listCommand({
    name: 'webhook list',
    summary: 'List webhooks, newest first',
    usage: ['webhook list [-n N] [--json]'],
    operatorToken: true,
    pages: (client) => (page) => client.webhooks.list(page),
    render: async () => (await render()).renderWebhooks,
    none: 'There is no webhook.',
  }),
  operationCommand({
    name: 'webhook create',
    summary: 'Create a webhook, which sends events to a URL. Its signing secret is shown once',
    usage: [
      'webhook create URL --event WORD… [--name TEXT] [--workspace ID] [--agent ID] [--description TEXT] [--json]',
    ],
    arguments: ['URL'],
    options: webhookOptions,
    details: [
      operatorTokenNote,
      'The receiver checks signatures with the secret (docs/webhooks.md). Try it out: assay webhook test ID',
    ],
    operatorToken: true,
    call(client, args) {
      const url = args.argument('URL');
      if (!/^https?:\/\/\S+$/.test(url) || !URL.canParse(url)) {
        throw new UsageError('URL is that of a server: https://…, or http://… where the outbound rules allow it.');
      }
      const { name = new URL(url).host, events, ...more } = readWebhook(args);
      if (events === undefined) throw new UsageError('Say which events it sends: --event WORD, or --event "*".');
      return client.webhooks.create({ body: { ...more, name, events, url } });
    },
    render: renderWebhook,
  }),
  operationCommand({
    name: 'webhook show',
    summary: 'Show a webhook: its events and its last deliveries',
    usage: ['webhook show ID [--json]'],
    arguments: ['ID'],
    operatorToken: true,
    call: (client, args) => client.webhooks.get({ id: args.argument('ID') }),
    render: renderWebhook,
  }),
  operationCommand({
    name: 'webhook update',
    summary: 'Change a webhook, pause it, or enable a disabled one again',
    usage: [
      'webhook update ID [--url URL] [--status active|paused] [--event WORD…] [--name TEXT] [--revision N] [--json]',
    ],
    arguments: ['ID'],
    options: {
      ...webhookOptions,
      url: { type: 'string', value: 'URL', description: 'Address of the receiver' },
      status: { type: 'string', value: 'WORD', description: 'active or paused' },
      ...revisionOption,
    },
    details: [
      'A paused webhook keeps its events for a week and sends them later. Events are not kept while a webhook is disabled.',
    ],
    operatorToken: true,
    async call({ webhooks }, args) {
      const id = args.argument('ID');
      const status = parseOptionalChoice(args, 'status', ['active', 'paused']);
      const body = { ...readWebhook(args), url: args.text('url'), status };
      if (Object.values(body).every((value) => value === undefined)) {
        throw new UsageError('Say what to change: --url, --status, --event, --name …');
      }
      const revision = readNumber(args, 'revision');
      const before = await webhooks.get({ id });
      return webhooks.update({ id, body, ifMatch: revision ?? before.revision });
    },
    render: renderWebhook,
  }),
  operationCommand({
    name: 'webhook rotate-secret',
    summary: 'Give a webhook a new signing secret, shown once. Both secrets sign during the overlap',
    usage: ['webhook rotate-secret ID [--overlap SECONDS] [--json]'],
    arguments: ['ID'],
    options: {
      overlap: {
        type: 'string',
        value: 'SECONDS',
        description: 'How long the old secret still signs, 0 to 86400; 3600 if absent',
      },
    },
    details: ['After a leak, --overlap 0 ends the old secret at once.'],
    operatorToken: true,
    call(client, args) {
      const overlap = args.text('overlap');
      const body = overlap === undefined ? {} : { overlap_s: parseWholeNumber('overlap', overlap, [0, 86_400]) };
      return client.webhooks.rotateSecret({ id: args.argument('ID'), body });
    },
    render: renderWebhook,
  }),
  operationCommand({
    name: 'webhook test',
    summary: 'Send a test event now, and show the result',
    usage: ['webhook test ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: it was not delivered.'],
    operatorToken: true,
    call: (client, args) => client.webhooks.test({ id: args.argument('ID') }),
    async render() {
      const { renderDelivery } = await render();
      return ({ delivery }) => renderDelivery(delivery);
    },
    isNo: ({ delivered }) => delivered !== true,
  }),
  listCommand({
    name: 'webhook deliveries',
    summary: 'List the deliveries of a webhook with their results',
    usage: ['webhook deliveries ID [--status pending|delivered|dead] [--code WORD] [-n N] [--json]'],
    arguments: ['ID'],
    options: {
      status: { type: 'string', value: 'WORD', description: 'pending, delivered or dead' },
      code: { type: 'string', value: 'WORD', description: 'Only of this code' },
    },
    operatorToken: true,
    pages(client, args) {
      const status = parseOptionalChoice(args, 'status', ['pending', 'delivered', 'dead']);
      const query = { id: args.argument('ID'), status, code: args.text('code') };
      return (page) => client.webhooks.listDeliveries({ ...query, ...page });
    },
    render: async () => (await render()).renderDeliveries,
    none: 'There is no delivery.',
  }),
  clientCommand({
    name: 'webhook replay',
    summary: 'Send a delivery again, or all dead ones since a time',
    usage: ['webhook replay ID (DELIVERY | --since TIME [--until TIME] [--status dead|delivered|all]) [--json]'],
    arguments: 'any',
    options: {
      since: { type: 'string', value: 'TIME', description: 'Deliveries since then: a time, or a span such as 24h' },
      until: { type: 'string', value: 'TIME', description: 'Deliveries until then' },
      status: { type: 'string', value: 'WORD', description: 'dead, delivered or all; dead if absent' },
    },
    details: ['A message keeps its webhook-id, so receivers can drop one that they know already.'],
    operatorToken: true,
    async run({ webhooks }, args, io) {
      const [id = '', deliveryId = ''] = args.positionals;
      const [since, until] = [args.text('since'), args.text('until')];
      requirePositionals(args.positionals, since === undefined ? ['ID', 'DELIVERY (or --since TIME)'] : ['ID']);
      if (since === undefined) {
        const delivery = await webhooks.replayDelivery({ id, delivery_id: deliveryId });
        return writeAnswer(io, args, delivery, (await render()).renderDelivery);
      }
      const reading = { now: io.clock.now(), direction: 'ago' } as const;
      const body = {
        since: readMoment('since', since, reading),
        until: until === undefined ? undefined : readMoment('until', until, reading),
        status: parseOptionalChoice(args, 'status', ['dead', 'delivered', 'all']),
      };
      const answer = await webhooks.replayDeliveries({ id, body });
      return writeAnswer(io, args, answer, ({ replayed, next_since: next }) => {
        const more = next === null ? '' : `There may be more: --since ${toPlainText(next)}\n`;
        return `${replayed} will be sent once more\n${more}`;
      });
    },
  }),
  webhookVerify,
  removalCommand({
    name: 'webhook remove',
    summary: 'Remove a webhook with its secret and its deliveries',
    usage: ['webhook remove ID [--revision N]'],
    arguments: ['ID'],
    options: revisionOption,
    operatorToken: true,
    async remove({ webhooks }, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const before = await webhooks.get({ id });
      await webhooks.remove({ id, ifMatch: revision ?? before.revision });
      return `webhook ${id}`;
    },
  }),
];
