/** `assay webhook replay ID [DELIVERY]`: sends what ended once more. */

import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  since: { type: 'string', value: 'TIME', description: 'Those made since then; a time, or a span such as 24h' },
  until: { type: 'string', value: 'TIME', description: 'Until then' },
  status: { type: 'string', value: 'WORD', description: 'dead, delivered or all; dead if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const webhookReplay: Command = {
  name: 'webhook replay',
  summary: 'Send a delivery once more, or all dead ones since a time',
  usage: ['webhook replay ID (DELIVERY | --since TIME [--until TIME] [--status dead|delivered|all]) [--json]'],
  options,
  details: ['A message keeps its webhook-id: receivers that know it already can drop it.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', delivery] = args.positionals;
    const [since, until, status] = [args.text('since'), args.text('until'), args.text('status')];
    requirePositionals(args.positionals, since === undefined ? ['ID', 'DELIVERY (or --since TIME)'] : ['ID']);
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderDelivery } = await import('../render/webhooks.ts');
    const webhooks = await connectWebhooks(io, args);
    if (since === undefined) return writeAnswer(io, args, await webhooks.replay(id, delivery ?? ''), renderDelivery);
    const reading = { now: io.clock.now(), direction: 'ago' } as const;
    const body = {
      since: readMoment('since', since, reading),
      ...present('until', until === undefined ? undefined : readMoment('until', until, reading)),
      ...present(
        'status',
        status === undefined ? undefined : parseChoice('status', status, ['dead', 'delivered', 'all']),
      ),
    };
    return writeAnswer(io, args, await webhooks.replayMany(id, body), ({ replayed, next_since: next }) => {
      const more = next === null ? '' : `There may be more: --since ${toPlainText(next)}\n`;
      return `${replayed} will be sent once more\n${more}`;
    });
  },
};
