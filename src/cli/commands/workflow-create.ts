/** `assay workflow create FILE`: a new workflow, as a draft. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'NAME', description: 'Its name, where the file has none' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workflowCreate: Command = {
  name: 'workflow create',
  summary: 'Create a workflow as a draft',
  usage: ['workflow create FILE [--name NAME] [--json]'],
  options,
  details: [
    'FILE is YAML or JSON: name, graph, and what else the API takes; or nodes and edges alone. - is standard input.',
    'Exit code 1: the graph cannot be saved; the places are named.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const { readWorkflowFile } = await import('../workflow-file.ts');
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderWorkflow } = await import('../render/workflows.ts');
    const name = args.text('name');
    const document = { ...(await readWorkflowFile(io, file)), ...(name === undefined ? {} : { name }) };
    return writeAnswer(io, args, await connectWorkflows(io, args).create(document), renderWorkflow);
  },
};
