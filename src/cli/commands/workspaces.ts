/** Commands over workspaces, in the order in which help shows them. */
import type { Client, Workspace } from '@assay/client';
import { chainOptions, readChain } from '../chain-options.ts';
import type { Command } from '../command.ts';
import { readNumber, revisionOption } from '../control-options.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { UsageError } from '../options.ts';
import { explainStale, maxChanges } from '../stale.ts';

const render = () => import('../render/scopes.ts');
const renderWorkspace = async () => (await render()).renderScope('workspace');

/** Sends a change that was made from a revision. @throws AppError `conflict` that names who changed it meanwhile. */
function changeAt<R>(
  { workspaces }: Client,
  { id, revision }: Pick<Workspace, 'id' | 'revision'>,
  send: () => Promise<R>,
) {
  const history = () => workspaces.history({ id, limit: maxChanges });
  return explainStale({ noun: 'workspace', id, revision, history }, send);
}

export const workspaceCommands: readonly Command[] = [
  listCommand({
    name: 'workspace list',
    summary: 'List workspaces, newest first',
    usage: ['workspace list [-n N] [--json]'],
    pages: (client) => (page) => client.workspaces.list(page),
    render: async () => (await render()).renderScopeList('WORKSPACE'),
    none: 'There is no workspace.',
  }),
  operationCommand({
    name: 'workspace create',
    summary: 'Create a workspace',
    usage: [
      'workspace create ID [--name TEXT] [--description TEXT] [--pre-request IDS] [--post-response IDS] [--json]',
    ],
    arguments: ['ID'],
    options: {
      name: { type: 'string', value: 'TEXT', description: 'Name for people; the id if absent' },
      description: { type: 'string', value: 'TEXT', description: 'Purpose' },
      ...chainOptions,
    },
    details: [
      'Without a chain the workspace uses the auditors of its organisation, else those of the gateway.',
      'Exit code 1: there is a workspace with this id already.',
    ],
    call: (client, args) =>
      client.workspaces.create({
        body: {
          id: args.argument('ID'),
          name: args.text('name'),
          description: args.text('description'),
          chain: readChain(args),
        },
      }),
    render: renderWorkspace,
  }),
  operationCommand({
    name: 'workspace show',
    summary: 'Show a workspace and its chain',
    usage: ['workspace show ID [--json]'],
    arguments: ['ID'],
    call: (client, args) => client.workspaces.get({ id: args.argument('ID') }),
    render: renderWorkspace,
  }),
  operationCommand({
    name: 'workspace update',
    summary: 'Change the name, the description or the chain of a workspace',
    usage: [
      'workspace update ID [--name TEXT] [--description TEXT] [--pre-request IDS] [--post-response IDS] [--json]',
      'workspace update ID --inherit-chain [--json]',
    ],
    arguments: ['ID'],
    options: {
      name: { type: 'string', value: 'TEXT', description: 'New name' },
      description: { type: 'string', value: 'TEXT', description: 'New description' },
      ...chainOptions,
      'inherit-chain': { type: 'boolean', description: 'Remove its own chain and use that of the organisation again' },
      ...revisionOption,
    },
    details: [
      'Members that you do not name stay. The verifier refuses a chain with which an active policy would no longer work, and names every place where it would break.',
      'Exit code 1: refused, or somebody changed the workspace meanwhile.',
    ],
    async call(client, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const inherits = args.flag('inherit-chain');
      const named = readChain(args);
      if (inherits && named !== undefined) throw new UsageError('Name a chain, or --inherit-chain.');
      const [name, description] = [args.text('name'), args.text('description')];
      if (name === undefined && description === undefined && !inherits && named === undefined) {
        throw new UsageError(
          'Say what to change: --name, --description, --pre-request, --post-response, --inherit-chain.',
        );
      }
      const before = await client.workspaces.get({ id });
      const body = { name, description, chain: inherits ? {} : readChain(args, before.chain) };
      const at = { id: before.id, revision: revision ?? before.revision };
      return changeAt(client, at, () => client.workspaces.update({ id: at.id, body, ifMatch: at.revision }));
    },
    render: renderWorkspace,
  }),
  removalCommand({
    name: 'workspace remove',
    summary: 'Remove a workspace without agents, with its settings and policies',
    usage: ['workspace remove ID [--json]'],
    arguments: ['ID'],
    options: revisionOption,
    details: ['Exit code 1: it has agents, it is the default workspace, or somebody changed it meanwhile.'],
    async remove(client, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const before = await client.workspaces.get({ id });
      const at = { id: before.id, revision: revision ?? before.revision };
      await changeAt(client, at, () => client.workspaces.remove({ id: at.id, ifMatch: at.revision }));
      return `workspace ${id}`;
    },
  }),
];
