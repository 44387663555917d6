/** `assay telemetry test ID`: sends one span. */

import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const telemetryTest: Command = {
  name: 'telemetry test',
  summary: 'Send one span to the collector, and say whether it took it',
  usage: ['telemetry test ID [--json]'],
  options,
  details: ['Exit code 1: it did not take it.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectTelemetry } = await import('../remote-webhooks.ts');
    const { explainOutcome } = await import('../render/outcome.ts');
    const answer = await (await connectTelemetry(io, args)).test(id);
    writeAnswer(io, args, answer, ({ accepted, error }) =>
      accepted
        ? 'The collector took the span `assay test`.\n'
        : `The collector did not take it: ${toPlainText(error === null ? 'it said so' : explainOutcome(error), 600)}\n`,
    );
    return answer.accepted ? exitCodes.ok : exitCodes.no;
  },
};
