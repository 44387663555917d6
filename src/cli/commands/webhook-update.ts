/** `assay webhook update ID`: changes a webhook. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present, readNumber, revisionOption } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { readWebhook, webhookOptions } from '../webhook-options.ts';

const options = {
  ...webhookOptions,
  url: { type: 'string', value: 'URL', description: 'Where it is' },
  status: { type: 'string', value: 'WORD', description: 'active or paused' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const webhookUpdate: Command = {
  name: 'webhook update',
  summary: 'Change a webhook, pause it, or make one that was disabled active again',
  usage: [
    'webhook update ID [--url URL] [--status active|paused] [--event WORD…] [--name TEXT] [--revision N] [--json]',
  ],
  options,
  details: [
    'Paused: what happens meanwhile is kept for a week and sent later. What happened while one was disabled is not.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const status = args.text('status');
    const body = {
      ...readWebhook(args),
      ...present('url', args.text('url')),
      ...present('status', status === undefined ? undefined : parseChoice('status', status, ['active', 'paused'])),
    };
    if (Object.keys(body).length === 0) throw new UsageError('Say what to change: --url, --status, --event, --name …');
    const revision = readNumber(args, 'revision');
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { renderWebhook } = await import('../render/webhooks.ts');
    const webhooks = await connectWebhooks(io, args);
    const at = atRevision(await webhooks.get(id), revision);
    return writeAnswer(io, args, await webhooks.update(at, body), renderWebhook);
  },
};
