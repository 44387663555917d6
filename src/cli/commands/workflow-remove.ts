/** `assay workflow remove ID`: a workflow that does not run, with its revisions. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const workflowRemove: Command = {
  name: 'workflow remove',
  summary: 'Remove a workflow that does not run, with its revisions',
  usage: ['workflow remove ID [--json]'],
  options,
  details: ['Exit code 1: it runs, or runs of it are not at their end. Stop it first: assay workflow stop ID.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const remote = connectWorkflows(io, args);
    const { name, revision } = await remote.get(id);
    await remote.remove(id, revision);
    const { toPlainText } = await import('../../proof/report.ts');
    return writeRemoved(io, args, `workflow ${toPlainText(name, 200)}`);
  },
};
