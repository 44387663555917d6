/** `assay registry model revoke MODEL VERSION --reason TEXT`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, reasonOption } from '../control-options.ts';
import { parseVersion } from '../model-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const registryModelRevoke: Command = {
  name: 'registry model revoke',
  summary: 'End a version for good: gateways refuse calls that mean it',
  usage: ['registry model revoke MODEL VERSION --reason TEXT [--json]'],
  options,
  details: [operatorTokenNote, 'Exit code 1: it is in a state that this has no sense in.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', version = ''] = requirePositionals(args.positionals, ['MODEL', 'VERSION']);
    const number = parseVersion(version);
    const reason = args.text('reason');
    if (reason === undefined) throw new UsageError('Say why: --reason TEXT.');
    const { connectModels } = await import('../remote-models.ts');
    const { renderModelVersion } = await import('../render/models.ts');
    const models = connectModels(await withOperatorToken(io, args, 'verifier'), args);
    const { id } = await models.get(named);
    return writeAnswer(io, args, await models.review([id, number], 'revoke', { reason }), renderModelVersion);
  },
};
