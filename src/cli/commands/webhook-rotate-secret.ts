/** `assay webhook rotate-secret ID`: a new signing secret. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  overlap: {
    type: 'string',
    value: 'SECONDS',
    description: 'How long the old one signs too, 0 to 86400; 3600 if absent',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const webhookRotateSecret: Command = {
  name: 'webhook rotate-secret',
  summary: 'Give a webhook a new signing secret, shown once; both sign for a while',
  usage: ['webhook rotate-secret ID [--overlap SECONDS] [--json]'],
  options,
  details: ['After a leak: --overlap 0 ends the old one at once.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const overlap = args.text('overlap');
    const body = overlap === undefined ? {} : { overlap_s: parseWholeNumber('overlap', overlap, [0, 86_400]) };
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderWebhook } = await import('../render/webhooks.ts');
    return writeAnswer(io, args, await (await connectWebhooks(io, args)).rotate(id, body), renderWebhook);
  },
};
