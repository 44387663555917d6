/** Commands over the audit log that call the verifier, in the order in which help shows them. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { deliver } from '../deliver.ts';
import { readMoment } from '../moment.ts';
import { listCommand } from '../operation-command.ts';
import { type ParsedArguments, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { auditVerify } from './audit-verify.ts';

const filterOptions = {
  action: { type: 'string', value: 'ACTION', description: 'An action, or a prefix with a star: policy.*' },
  actor: { type: 'string', value: 'ID', description: 'Actor, or the agent that acted for somebody' },
  resource: { type: 'string', value: 'KIND/ID', description: 'Resource: policy, policy/ID or ID' },
  from: { type: 'string', value: 'TIME', description: 'At or after this time; a span such as 24h counts back' },
  to: { type: 'string', value: 'TIME', description: 'Before this time' },
} as const;

/** @throws UsageError */
function readFilters(io: CommandIo, args: ParsedArguments) {
  const moment = (name: 'from' | 'to') => {
    const text = args.text(name);
    return text === undefined ? undefined : readMoment(name, text, { now: io.clock.now(), direction: 'ago' });
  };
  return {
    action: args.text('action'),
    actor: args.text('actor'),
    resource: args.text('resource'),
    from: moment('from'),
    to: moment('to'),
  };
}

const exportOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  ...filterOptions,
  ...serviceOption('verifier'),
} as const;

export const auditCommands: readonly Command[] = [
  listCommand({
    name: 'audit list',
    summary: 'List the entries of the audit log, newest first',
    usage: ['audit list [--action ACTION] [--actor ID] [--resource KIND/ID] [--from TIME] [--to TIME] [-n N] [--json]'],
    options: filterOptions,
    details: [operatorTokenNote],
    operatorToken: true,
    pages(client, args, io) {
      const filters = readFilters(io, args);
      return (page) => client.auditLogs.list({ ...filters, ...page });
    },
    render: async () => (await import('../render/audit.ts')).renderAuditList,
    none: 'There is no such entry.',
  }),
  {
    name: 'audit export',
    summary: 'Export the audit log as JSON lines',
    usage: ['audit export [-o FILE] [--action ACTION] [--actor ID] [--resource KIND/ID] [--from TIME] [--to TIME]'],
    options: exportOptions,
    details: [
      'Without filters the last line is a checkpoint that the verifier signed. It shows whether the end was cut off.',
      operatorTokenNote,
    ],
    async run(io) {
      const args = parseOptions(exportOptions, io.args);
      requirePositionals(args.positionals, []);
      const filters = readFilters(io, args);
      const { connectClient } = await import('../client.ts');
      const client = await connectClient(io, args, { operatorToken: true });
      await deliver(io, await client.auditLogs.export(filters), args.text('output'), 'assay audit verify');
      return exitCodes.ok;
    },
  },
  auditVerify,
];
