/** `assay audit export`: the audit log as JSON lines. */
import { auditFilterOptions, readAuditFilters } from '../audit-options.ts';
import { type Command, exitCodes } from '../command.ts';
import { operatorTokenNote } from '../control-options.ts';
import { deliver } from '../deliver.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
  ...auditFilterOptions,
  ...serviceOption('verifier'),
} as const;

export const auditExport: Command = {
  name: 'audit export',
  summary: 'Export the audit log as JSON lines',
  usage: ['audit export [-o FILE] [--action ACTION] [--actor ID] [--resource KIND/ID] [--from TIME] [--to TIME]'],
  options,
  details: [
    'Without filters the last line is a checkpoint that the verifier signed, by which a cut end shows.',
    operatorTokenNote,
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const query = readAuditFilters(io, args);
    const { connectAudit } = await import('../remote-audit.ts');
    await deliver(io, await (await connectAudit(io, args)).export(query), args.text('output'), 'assay audit verify');
    return exitCodes.ok;
  },
};
