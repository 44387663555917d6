/** `assay workflow show ID`: one workflow with its graph. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workflowShow: Command = {
  name: 'workflow show',
  summary: 'Show a workflow: where it stands, its nodes and where each leads',
  usage: ['workflow show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderWorkflow } = await import('../render/workflows.ts');
    return writeAnswer(io, args, await connectWorkflows(io, args).get(id), renderWorkflow);
  },
};
