/** Commands over lifecycle policies, in the order in which help shows them. */
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { readJsonFile } from '../json-file.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';

const render = () => import('../render/lifecycle.ts');
const renderLifecyclePolicy = async () => (await render()).renderLifecyclePolicy;

export const lifecycleCommands: readonly Command[] = [
  listCommand({
    name: 'lifecycle policies',
    summary: 'List lifecycle policies, newest first',
    usage: ['lifecycle policies [-n N] [--json]'],
    pages: (client) => (page) => client.lifecyclePolicies.list(page),
    render: async () => (await render()).renderLifecyclePolicies,
    none: 'There is no lifecycle policy: agents are reported, and nothing is enforced.',
  }),
  operationCommand({
    name: 'lifecycle show',
    summary: 'Show a lifecycle policy and its rules',
    usage: ['lifecycle show POLICY [--json]'],
    arguments: ['POLICY'],
    call: (client, args) => client.lifecyclePolicies.get({ id: args.argument('POLICY') }),
    render: renderLifecyclePolicy,
  }),
  operationCommand({
    name: 'lifecycle create',
    summary: 'Create a lifecycle policy',
    usage: ['lifecycle create FILE [--json]'],
    arguments: ['FILE'],
    details: [
      'FILE is JSON with name, priority, scope, rules and enforcement; - is standard input.',
      'A policy that decommissions agents needs an admin.',
      operatorTokenNote,
      'Exit code 1: the priority is taken, or there are ten policies already.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const body = await readJsonFile(io, args.argument('FILE'));
      return client.lifecyclePolicies.create({ body: checkedByVerifier(body) });
    },
    render: renderLifecyclePolicy,
  }),
  removalCommand({
    name: 'lifecycle remove',
    summary: 'Remove a lifecycle policy',
    usage: ['lifecycle remove POLICY [--json]'],
    arguments: ['POLICY'],
    async remove({ lifecyclePolicies }, args) {
      const id = args.argument('POLICY');
      const { revision } = await lifecyclePolicies.get({ id });
      await lifecyclePolicies.remove({ id, ifMatch: revision });
      return `lifecycle policy ${id}`;
    },
  }),
  operationCommand({
    name: 'lifecycle evaluate',
    summary: 'Enforce the lifecycle policies now, or only list what would change',
    usage: ['lifecycle evaluate [--dry-run] [--json]'],
    options: { 'dry-run': { type: 'boolean', description: 'Only list what would change' } },
    details: ['The verifier does this itself once an hour. A second run changes nothing.'],
    // A run processes every agent.
    timeoutMs: 300_000,
    call: (client, args) => client.lifecyclePolicies.evaluate({ dry_run: args.flag('dry-run') ? true : undefined }),
    render: async () => (await render()).renderEvaluation,
  }),
];
