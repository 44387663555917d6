/** `assay workflow runs ID`. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  status: { type: 'string', value: 'STATUS', description: 'Only these: running, waiting, interrupted, failed …' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workflowRuns: Command = {
  name: 'workflow runs',
  summary: 'List runs of a workflow, newest first',
  usage: ['workflow runs ID [--status STATUS] [--limit N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflowRuns } = await import('../remote-workflow-runs.ts');
    const { renderRuns } = await import('../render/workflow-runs.ts');
    const listed = await connectWorkflowRuns(io, args).list(id, args.text('status'), readLimit(args));
    return writeList(io, args, listed, { render: renderRuns, none: 'No run.' });
  },
};
