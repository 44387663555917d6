/** `assay registry model list`. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  'served-as': { type: 'string', value: 'NAME', description: 'The one that calls name like this' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryModelList: Command = {
  name: 'registry model list',
  summary: 'List the registered models, newest first',
  usage: ['registry model list [--served-as NAME] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectModels } = await import('../remote-models.ts');
    const { renderModels } = await import('../render/models.ts');
    const listed = await connectModels(io, args).list({ served_as: args.text('served-as') }, readLimit(args));
    return writeList(io, args, listed, { render: renderModels, none: 'There is no registered model that fits.' });
  },
};
