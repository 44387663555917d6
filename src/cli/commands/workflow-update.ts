/** `assay workflow update ID FILE`: a new draft of a workflow. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workflowUpdate: Command = {
  name: 'workflow update',
  summary: 'Change the draft of a workflow; what runs stays as it was deployed',
  usage: ['workflow update ID FILE [--json]'],
  options,
  details: [
    'FILE is as for workflow create; what it leaves out stays. Deploy it to have new runs take it.',
    'Exit code 1: the graph cannot be saved, or somebody changed the workflow meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', file = ''] = requirePositionals(args.positionals, ['ID', 'FILE']);
    const { readWorkflowFile } = await import('../workflow-file.ts');
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderWorkflow } = await import('../render/workflows.ts');
    const { workspace_id: _workspace, ...document } = await readWorkflowFile(io, file);
    const remote = connectWorkflows(io, args);
    const { revision } = await remote.get(id);
    return writeAnswer(io, args, await remote.update(id, document, revision), renderWorkflow);
  },
};
