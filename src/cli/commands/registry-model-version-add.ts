/** `assay registry model version add MODEL FILE...`: registers a version and sends its files. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  format: { type: 'string', value: 'WORD', description: 'Such as safetensors or gguf' },
  license: { type: 'string', value: 'ID', description: 'SPDX id of its license' },
  source: { type: 'string', value: 'TEXT', description: 'Where it comes from' },
  hosted: { type: 'string', value: 'PROVIDER/MODEL', description: 'Instead of files: somebody else serves it' },
  'served-as': { type: 'string', value: 'NAME', multiple: true, description: 'How calls name this very version' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryModelVersionAdd: Command = {
  name: 'registry model version add',
  summary: 'Register a version of a model: hash its files, send them, and have them looked through',
  usage: [
    'registry model version add MODEL FILE... [--format WORD]',
    'registry model version add MODEL --hosted PROVIDER/MODEL',
  ],
  options,
  details: [
    'A FILE is named in the version as it is here, without folders above this one. Files are looked through by the verifier, and not kept there.',
    operatorTokenNote,
    'Exit code 1: a file is unsafe or could not be looked through whole; the findings say which.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named, ...paths] = args.positionals;
    const hosted = args.text('hosted');
    if (named === undefined || (paths.length === 0) === (hosted === undefined)) {
      throw new UsageError('Name a model, and either its files or --hosted PROVIDER/MODEL.');
    }
    const { describeFiles, parseHosted, sendFiles } = await import('../model-files.ts');
    const { connectModels } = await import('../remote-models.ts');
    const { renderModelVersion } = await import('../render/models.ts');
    const models = connectModels(await withOperatorToken(io, args, 'verifier'), args);
    const { id } = await models.get(named);
    const files = await describeFiles(io, paths);
    const source = args.text('source');
    const made = await models.addVersion(id, {
      ...(hosted === undefined
        ? { files: files.map(({ local: _local, ...file }) => file) }
        : { hosted: parseHosted(hosted) }),
      ...{ served_as: args.texts('served-as'), ...(source === undefined ? {} : { provenance: { source } }) },
      ...present('format', args.text('format')),
      ...present('license', args.text('license')),
    });
    const done = await sendFiles(io, models, made, files);
    writeAnswer(io, args, done, renderModelVersion);
    return done.status === 'ready' ? exitCodes.ok : exitCodes.no;
  },
};
