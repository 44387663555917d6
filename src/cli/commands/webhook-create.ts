/** `assay webhook create URL`: has a receiver told of events. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { readWebhook, requireWebUrl, webhookOptions } from '../webhook-options.ts';

const options = { ...webhookOptions, ...jsonOption, ...serviceOption('verifier') } as const;

export const webhookCreate: Command = {
  name: 'webhook create',
  summary: 'Have a receiver told of events; its signing secret is shown once',
  usage: ['webhook create URL --event WORD… [--name TEXT] [--workspace ID] [--agent ID] [--description TEXT] [--json]'],
  options,
  details: [
    operatorTokenNote,
    'Whoever receives checks signatures with the secret (docs/webhooks.md). Try it out: assay webhook test ID',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [url = ''] = requirePositionals(args.positionals, ['URL']);
    requireWebUrl(url);
    if (args.texts('event').length === 0) throw new UsageError('Say what it is told of: --event WORD, or --event "*".');
    const body = { name: new URL(url).host, ...readWebhook(args), url };
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderWebhook } = await import('../render/webhooks.ts');
    return writeAnswer(io, args, await (await connectWebhooks(io, args)).create(body), renderWebhook);
  },
};
