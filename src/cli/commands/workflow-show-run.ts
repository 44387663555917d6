/** `assay workflow show-run ID RUN`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workflowShowRun: Command = {
  name: 'workflow show-run',
  summary: 'Show a run of a workflow: its steps, what it waits for, its Evidence',
  usage: ['workflow show-run ID RUN [--json]'],
  options,
  details: ['The Evidence of a run has the id of the run as its session: assay evidence list --session RUN.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', runId = ''] = requirePositionals(args.positionals, ['ID', 'RUN']);
    const { connectWorkflowRuns } = await import('../remote-workflow-runs.ts');
    const { renderRunWithSteps } = await import('../render/workflow-runs.ts');
    return writeAnswer(io, args, await connectWorkflowRuns(io, args).get(id, runId), renderRunWithSteps);
  },
};
