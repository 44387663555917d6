/** `assay registry model show MODEL`. */
import { writeAnswer, writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseVersion } from '../model-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'N', description: 'This version, with what was found in its files' },
  versions: { type: 'boolean', description: 'List its versions instead' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryModelShow: Command = {
  name: 'registry model show',
  summary: 'Show a registered model, one of its versions, or the list of them',
  usage: ['registry model show MODEL [--version N | --versions] [--json]'],
  options,
  details: ['MODEL is a name or an id.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = ''] = requirePositionals(args.positionals, ['MODEL']);
    const version = args.text('version');
    const number = version === undefined ? undefined : parseVersion(version);
    const { connectModels } = await import('../remote-models.ts');
    const { renderModel, renderModelVersion, renderModelVersions } = await import('../render/models.ts');
    const models = connectModels(io, args);
    const found = await models.get(named);
    if (number !== undefined) return writeAnswer(io, args, await models.version(found.id, number), renderModelVersion);
    if (!args.flag('versions')) return writeAnswer(io, args, found, renderModel);
    const listed = await models.versions(found.id, readLimit(args));
    return writeList(io, args, listed, { render: renderModelVersions, none: 'It has no version.' });
  },
};
