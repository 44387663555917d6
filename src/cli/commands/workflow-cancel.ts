/** `assay workflow cancel ID RUN`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  reason: { type: 'string', value: 'TEXT', description: 'Why; for the audit log' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workflowCancel: Command = {
  name: 'workflow cancel',
  summary: 'Cancel a run of a workflow',
  usage: ['workflow cancel ID RUN [--reason TEXT] [--json]'],
  options,
  details: ['No further step is begun. A step that cannot be broken off safely is waited for.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', runId = ''] = requirePositionals(args.positionals, ['ID', 'RUN']);
    const { connectWorkflowRuns } = await import('../remote-workflow-runs.ts');
    const { renderRun } = await import('../render/workflow-runs.ts');
    return writeAnswer(io, args, await connectWorkflowRuns(io, args).cancel(id, runId, args.text('reason')), renderRun);
  },
};
