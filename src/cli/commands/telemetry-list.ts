/** `assay telemetry list`: where evidence goes as spans. */

import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const telemetryList: Command = {
  name: 'telemetry list',
  summary: 'List telemetry exports, how far each is and what it dropped',
  usage: ['telemetry list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectTelemetry } = await import('../remote-webhooks.ts');
    const { renderExports } = await import('../render/webhooks.ts');
    const listed = await (await connectTelemetry(io, args)).list(readLimit(args));
    return writeList(io, args, listed, { render: renderExports, none: 'There is no telemetry export.' });
  },
};
