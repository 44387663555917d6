/** Commands over organisations, in the order in which help shows them. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { readNumber, revisionOption } from '../control-options.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { UsageError } from '../options.ts';

const render = () => import('../render/scopes.ts');
const renderOrganisation = async () => (await render()).renderScope('organisation');
const operatorOnly =
  'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.';

function readItems(text: string | undefined): string[] {
  const items = (text ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

export const organizationCommands: readonly Command[] = [
  listCommand({
    name: 'org list',
    summary: 'List organisations',
    usage: ['org list [-n N] [--json]'],
    details: [
      'The operator token (ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine) lists all of them. Other credentials list their own.',
    ],
    operatorToken: true,
    pages: (client) => (page) => client.organizations.list(page),
    render: async () => (await render()).renderScopeList('ORGANISATION'),
    none: 'There is no organisation.',
  }),
  operationCommand({
    name: 'org create',
    summary: 'Create an organisation with its default workspace',
    usage: ['org create ID [--name TEXT] [--description TEXT] [--json]'],
    arguments: ['ID'],
    options: {
      name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
      description: { type: 'string', value: 'TEXT', description: 'Purpose' },
    },
    details: [operatorOnly, 'Exit code 1: there is an organisation with this id already.'],
    operatorToken: true,
    call: (client, args) =>
      client.organizations.create({
        body: { id: args.argument('ID'), name: args.text('name'), description: args.text('description') },
      }),
    render: renderOrganisation,
  }),
  operationCommand({
    name: 'org show',
    summary: 'Show an organisation and its chain',
    usage: ['org show ID [--json]'],
    arguments: ['ID'],
    details: ['Only the operator token shows another organisation than your own.'],
    operatorToken: true,
    call: (client, args) => client.organizations.get({ id: args.argument('ID') }),
    render: renderOrganisation,
  }),
  clientCommand({
    name: 'org outbound',
    summary: 'Show or change the private addresses that may be called for an organisation',
    usage: ['org outbound ID [--json]', 'org outbound ID [--add ITEMS] [--remove ITEMS] [--revision N] [--json]'],
    arguments: ['ID'],
    options: {
      add: { type: 'string', value: 'ITEMS', description: 'Allow these hosts, addresses or blocks; with commas' },
      remove: { type: 'string', value: 'ITEMS', description: 'Allow these no longer' },
      ...revisionOption,
    },
    details: [
      'Auditors, apps, authorization servers, webhooks and collectors that people of the organisation name are called at public addresses and at the addresses of this list. Metadata servers of clouds are never called.',
      `${operatorOnly} An admin may look at it.`,
      'Exit code 1: refused, or somebody changed the rules meanwhile.',
    ],
    operatorToken: true,
    async run({ outboundRules }, args, io) {
      const id = args.argument('ID');
      const [added, removed] = [readItems(args.text('add')), readItems(args.text('remove'))];
      const revision = readNumber(args, 'revision', 0);
      const isChange = added.length + removed.length > 0;
      if (revision !== undefined && !isChange) throw new UsageError('Say what to change: --add or --remove.');
      const { renderOutboundRules } = await render();
      const before = await outboundRules.get({ id });
      if (!isChange) return writeAnswer(io, args, before, renderOutboundRules);
      const absent = removed.filter((item) => !before.allow.includes(item));
      if (absent.length > 0) throw new UsageError(`Not among the rules: ${absent.join(', ')}.`);
      const kept = before.allow.filter((item) => !removed.includes(item));
      const body = { allow: [...new Set([...kept, ...added])] };
      const changed = await outboundRules.replace({ id, body, ifMatch: revision ?? before.revision });
      return writeAnswer(io, args, changed, renderOutboundRules);
    },
  }),
];
