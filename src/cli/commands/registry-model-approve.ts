/** `assay registry model approve MODEL VERSION`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { parseVersion } from '../model-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  comment: { type: 'string', value: 'TEXT', description: 'Why' },
  'accept-unchecked': { type: 'boolean', description: 'Take one that could not be looked through whole (admins)' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryModelApprove: Command = {
  name: 'registry model approve',
  summary: 'Say that a version of a model may be used; not by whoever registered it',
  usage: ['registry model approve MODEL VERSION [--comment TEXT] [--accept-unchecked] [--json]'],
  options,
  details: [operatorTokenNote, 'Exit code 1: it is not ready, unsafe, or revoked.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', version = ''] = requirePositionals(args.positionals, ['MODEL', 'VERSION']);
    const number = parseVersion(version);
    const { connectModels } = await import('../remote-models.ts');
    const { renderModelVersion } = await import('../render/models.ts');
    const models = connectModels(await withOperatorToken(io, args, 'verifier'), args);
    const { id } = await models.get(named);
    const body = {
      ...present('comment', args.text('comment')),
      ...(args.flag('accept-unchecked') ? { accept_unchecked: true } : {}),
    };
    return writeAnswer(io, args, await models.review([id, number], 'approve', body), renderModelVersion);
  },
};
