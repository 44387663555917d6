/** `assay webhook test ID`: sends a test and says what came of it. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const webhookTest: Command = {
  name: 'webhook test',
  summary: 'Send a test now, and say what came of it',
  usage: ['webhook test ID [--json]'],
  options,
  details: ['Exit code 1: it did not arrive.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWebhooks } = await import('../remote-webhooks.ts');
    const { renderDelivery } = await import('../render/webhooks.ts');
    const answer = await (await connectWebhooks(io, args)).test(id);
    writeAnswer(io, args, answer, (tested) => renderDelivery(tested.delivery));
    return answer.delivered ? exitCodes.ok : exitCodes.no;
  },
};
