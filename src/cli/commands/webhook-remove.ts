/** `assay webhook remove ID`: tells a receiver nothing more. */

import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const webhookRemove: Command = {
  name: 'webhook remove',
  summary: 'Remove a webhook with its secret and its deliveries',
  usage: ['webhook remove ID [--revision N]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { atRevision } = await import('../remote-control.ts');
    const webhooks = await connectWebhooks(io, args);
    await webhooks.remove(atRevision(await webhooks.get(id), revision));
    return writeRemoved(io, args, `webhook ${id}`);
  },
};
