/** `assay registry model add NAME`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  description: { type: 'string', value: 'TEXT', description: 'What it is for' },
  workspace: { type: 'string', value: 'ID', description: 'Whose it is; the whole organisation if absent' },
  'served-as': { type: 'string', value: 'NAME', multiple: true, description: 'How calls at gateways name it' },
  protect: { type: 'string', value: 'ALIAS', multiple: true, description: 'An alias that moves only once approved' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryModelAdd: Command = {
  name: 'registry model add',
  summary: 'Register a model; its versions come by assay registry model version add',
  usage: ['registry model add NAME [--served-as NAME]... [--protect ALIAS]... [--workspace ID] [--json]'],
  options,
  details: [operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [name = ''] = requirePositionals(args.positionals, ['NAME']);
    const { connectModels } = await import('../remote-models.ts');
    const { renderModel } = await import('../render/models.ts');
    const models = connectModels(await withOperatorToken(io, args, 'verifier'), args);
    const made = await models.add({
      ...{ name, served_as: args.texts('served-as'), protected_aliases: args.texts('protect') },
      ...present('description', args.text('description')),
      ...present('workspace_id', args.text('workspace')),
    });
    return writeAnswer(io, args, made, renderModel);
  },
};
