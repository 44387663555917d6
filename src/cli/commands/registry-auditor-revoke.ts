/** `assay registry auditor revoke ID`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, reasonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const registryAuditorRevoke: Command = {
  name: 'registry auditor revoke',
  summary: 'Revoke a registered auditor for good: no chain takes it any more',
  usage: ['registry auditor revoke ID --reason TEXT [--json]'],
  options,
  details: [
    'Chains that stand go on: the answer names them, gateways report them, and the next write of such a chain is refused.',
    operatorTokenNote,
    'Exit code 1: it is in a state that this has no sense in.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const reason = args.text('reason');
    if (reason === undefined) throw new UsageError('Say why: --reason TEXT.');
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditor } = await import('../render/registered-auditors.ts');
    const remote = connectRegisteredAuditors(await withOperatorToken(io, args, 'verifier'), args);
    const moved = await remote.move(id, 'revoke', { reason });
    return writeAnswer(io, args, moved, renderRegisteredAuditor);
  },
};
