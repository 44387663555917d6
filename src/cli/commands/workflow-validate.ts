/** `assay workflow validate ID [FILE]`: every rule of deploying, without deploying. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workflowValidate: Command = {
  name: 'workflow validate',
  summary: 'Say what keeps a workflow from being deployed; nothing is changed',
  usage: ['workflow validate ID [FILE] [--json]'],
  options,
  details: [
    'Without FILE it is about the draft; with one, about the graph in it, as if it were saved.',
    'Exit code 1: it cannot be deployed; the places are named.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id, file, ...rest] = args.positionals;
    if (id === undefined || rest.length > 0) throw new UsageError('Name one workflow, and a file if you like.');
    const { readWorkflowFile } = await import('../workflow-file.ts');
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderValidation } = await import('../render/workflows.ts');
    const graph = file === undefined ? undefined : (await readWorkflowFile(io, file))['graph'];
    const found = await connectWorkflows(io, args).validate(id, graph);
    writeAnswer(io, args, found, renderValidation);
    return found.valid ? exitCodes.ok : exitCodes.no;
  },
};
