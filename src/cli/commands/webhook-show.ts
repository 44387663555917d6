/** `assay webhook show ID`: one webhook. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const webhookShow: Command = {
  name: 'webhook show',
  summary: 'Show a webhook: what it is told of, and how it goes',
  usage: ['webhook show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderWebhook } = await import('../render/webhooks.ts');
    return writeAnswer(io, args, await (await connectWebhooks(io, args)).get(id), renderWebhook);
  },
};
