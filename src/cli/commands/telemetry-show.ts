/** `assay telemetry show ID`: one telemetry export. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const telemetryShow: Command = {
  name: 'telemetry show',
  summary: 'Show a telemetry export: how far it is, and what went wrong last',
  usage: ['telemetry show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectTelemetry } = await import('../remote-webhooks.ts');
    const { renderExport } = await import('../render/webhooks.ts');
    return writeAnswer(io, args, await (await connectTelemetry(io, args)).get(id), renderExport);
  },
};
