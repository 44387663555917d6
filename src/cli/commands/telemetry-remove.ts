/** `assay telemetry remove ID`: sends a collector nothing more. */

import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const telemetryRemove: Command = {
  name: 'telemetry remove',
  summary: 'Remove a telemetry export with the values of its headers',
  usage: ['telemetry remove ID [--revision N]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectTelemetry } = await import('../remote-webhooks.ts');
    const { atRevision } = await import('../remote-control.ts');
    const exports = await connectTelemetry(io, args);
    await exports.remove(atRevision(await exports.get(id), revision));
    return writeRemoved(io, args, `telemetry export ${id}`);
  },
};
