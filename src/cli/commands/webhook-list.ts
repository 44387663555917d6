/** `assay webhook list`: who is told of what. */

import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'List webhooks, newest first',
  usage: ['webhook list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderWebhooks } = await import('../render/webhooks.ts');
    const listed = await (await connectWebhooks(io, args)).list(readLimit(args));
    return writeList(io, args, listed, { render: renderWebhooks, none: 'There is no webhook.' });
  },
};
