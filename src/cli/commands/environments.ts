/** Commands over environments, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { readNumber, revisionOption } from '../control-options.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';

const render = () => import('../render/environment.ts');

export const environmentCommands: readonly Command[] = [
  listCommand({
    name: 'environment list',
    summary: 'List environments, newest first',
    usage: ['environment list [--workspace ID] [-n N] [--json]'],
    options: { workspace: { type: 'string', value: 'ID', description: 'Only environments of this workspace' } },
    details: ['assay apply -f FILE stores the VendorEnvironment documents of its files.'],
    pages: (client, args) => (page) => client.environments.list({ workspace_id: args.text('workspace'), ...page }),
    render: async () => (await render()).renderEnvironmentList,
    none: 'There is no environment: apply a file with a VendorEnvironment.',
  }),
  operationCommand({
    name: 'environment show',
    summary: 'Show an environment, its agents and their models',
    usage: ['environment show ID [--json]'],
    arguments: ['ID'],
    call: (client, args) => client.environments.get({ id: args.argument('ID') }),
    render: async () => (await render()).renderEnvironment,
  }),
  removalCommand({
    name: 'environment remove',
    summary: 'Remove an environment. Its agents stay registered',
    usage: ['environment remove ID [--json]'],
    arguments: ['ID'],
    options: revisionOption,
    details: ['Exit code 1: there is no such environment, or somebody changed it meanwhile.'],
    async remove(client, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const before = await client.environments.get({ id });
      await client.environments.remove({ id: before.id, ifMatch: revision ?? before.revision });
      return `environment ${id}`;
    },
  }),
];
