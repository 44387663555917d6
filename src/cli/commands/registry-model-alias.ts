/** `assay registry model alias MODEL ALIAS VERSION`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { parseVersion } from '../model-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const registryModelAlias: Command = {
  name: 'registry model alias',
  summary: 'Point an alias of a model at a version; a protected one moves once somebody else approved that',
  usage: ['registry model alias MODEL ALIAS VERSION [--json]'],
  options,
  details: [
    'The alias "served" says which version the names mean by which calls ask for the model.',
    operatorTokenNote,
    'Exit code 1: the version is not ready or revoked.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', name = '', version = ''] = requirePositionals(args.positionals, ['MODEL', 'ALIAS', 'VERSION']);
    const number = parseVersion(version);
    const { connectModels } = await import('../remote-models.ts');
    const { renderModelAlias } = await import('../render/models.ts');
    const models = connectModels(await withOperatorToken(io, args, 'verifier'), args);
    const { id } = await models.get(named);
    return writeAnswer(io, args, await models.moveAlias(id, name, number), renderModelAlias);
  },
};
