/** `assay workflow list`: the workflows of the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  status: { type: 'string', value: 'WORD', description: 'draft, deploying, running, stopping, stopped or failed' },
  workspace: { type: 'string', value: 'ID', description: 'Of this workspace' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const statuses = ['draft', 'deploying', 'running', 'stopping', 'stopped', 'failed'] as const;

export const workflowList: Command = {
  name: 'workflow list',
  summary: 'List workflows, newest first',
  usage: ['workflow list [--status WORD] [--workspace ID] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const status = args.text('status');
    const query = {
      status: status === undefined ? undefined : parseChoice('status', status, statuses),
      workspace_id: args.text('workspace'),
    };
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderWorkflows } = await import('../render/workflows.ts');
    const listed = await connectWorkflows(io, args).list(query, readLimit(args));
    return writeList(io, args, listed, { render: renderWorkflows, none: 'There is no workflow.' });
  },
};
