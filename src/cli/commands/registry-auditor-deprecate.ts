/** `assay registry auditor deprecate ID`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present, reasonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const registryAuditorDeprecate: Command = {
  name: 'registry auditor deprecate',
  summary: 'Deprecate a verified auditor: it may be used still, and gateways tell',
  usage: ['registry auditor deprecate ID [--reason TEXT] [--json]'],
  options,
  details: [operatorTokenNote, 'Exit code 1: it is in a state that this has no sense in.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const reason = args.text('reason');
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditor } = await import('../render/registered-auditors.ts');
    const remote = connectRegisteredAuditors(await withOperatorToken(io, args, 'verifier'), args);
    const moved = await remote.move(id, 'deprecate', { ...present('reason', reason) });
    return writeAnswer(io, args, moved, renderRegisteredAuditor);
  },
};
