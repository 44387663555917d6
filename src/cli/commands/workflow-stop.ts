/** `assay workflow stop ID`. */
import type { Command } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { finishStep, stepOptions } from '../workflow-step.ts';

export const workflowStop: Command = {
  name: 'workflow stop',
  summary: 'Stop a workflow and its runs, or what is being deployed',
  usage: ['workflow stop ID [--wait] [--json]'],
  options: stepOptions,
  details: ['Runs that are under way end at their next step. Deploy it to have it run again.'],
  async run(io) {
    const args = parseOptions(stepOptions, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const remote = connectWorkflows(io, args);
    return finishStep(io, args, remote, await remote.stop(id));
  },
};
