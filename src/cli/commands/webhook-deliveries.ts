/** `assay webhook deliveries ID`: what a webhook was told, or was to be. */

import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  status: { type: 'string', value: 'WORD', description: 'pending, delivered or dead' },
  code: { type: 'string', value: 'WORD', description: 'Of this code' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const webhookDeliveries: Command = {
  name: 'webhook deliveries',
  summary: 'List what a webhook was told, and what became of it',
  usage: ['webhook deliveries ID [--status pending|delivered|dead] [--code WORD] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const status = args.text('status');
    const query = {
      status: status === undefined ? undefined : parseChoice('status', status, ['pending', 'delivered', 'dead']),
      code: args.text('code'),
    };
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderDeliveries } = await import('../render/webhooks.ts');
    const listed = await (await connectWebhooks(io, args)).deliveries(id, query, readLimit(args));
    return writeList(io, args, listed, { render: renderDeliveries, none: 'There is no delivery.' });
  },
};
