/** Commands over publishers, in the order in which help shows them. */

import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { readJwks } from '../jwks-file.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { UsageError } from '../options.ts';

const render = () => import('../render/registered-auditors.ts');
const adminNote = 'This command needs an admin.';

export const publisherCommands: readonly Command[] = [
  listCommand({
    name: 'registry publisher list',
    summary: 'List the publishers whose signatures over releases are trusted',
    usage: ['registry publisher list [-n N] [--json]'],
    pages: (client) => (page) => client.publishers.list(page),
    render: async () => (await render()).renderPublishers,
    none: 'There is no publisher.',
  }),
  operationCommand({
    name: 'registry publisher add',
    summary: 'Trust the signatures of a publisher over releases of auditors and models',
    usage: ['registry publisher add NAME --keys FILE [--description TEXT] [--json]'],
    arguments: ['NAME'],
    options: {
      keys: { type: 'string', value: 'FILE', description: 'Public keys: {"keys": [...]}, Ed25519 or P-256' },
      description: { type: 'string', value: 'TEXT', description: 'Who the publisher is' },
    },
    details: [adminNote, operatorTokenNote],
    operatorToken: true,
    async call(client, args, io) {
      const keys = await readJwks(io, args.text('keys'));
      if (keys === undefined) throw new UsageError('Name the file with its public keys: --keys FILE.');
      const body = { name: args.argument('NAME'), keys, description: args.text('description') };
      return client.publishers.create({ body: checkedByVerifier(body) });
    },
    render: async () => (await render()).renderPublisher,
  }),
  removalCommand({
    name: 'registry publisher remove',
    summary: 'Stop trusting a publisher. Its releases stay registered and are shown as untrusted',
    usage: ['registry publisher remove ID [--json]'],
    arguments: ['ID'],
    details: [adminNote, operatorTokenNote],
    operatorToken: true,
    async remove({ publishers }, args) {
      const id = args.argument('ID');
      const { revision } = await publishers.get({ id });
      await publishers.remove({ id, ifMatch: revision });
      return `publisher ${id}`;
    },
  }),
];
