/** `assay audit list`: what was administered, and by whom. */
import { writeList } from '../answer.ts';
import { auditFilterOptions, readAuditFilters } from '../audit-options.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, operatorTokenNote, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...auditFilterOptions, ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const auditList: Command = {
  name: 'audit list',
  summary: 'List what was administered, newest first',
  usage: ['audit list [--action ACTION] [--actor ID] [--resource KIND/ID] [--from TIME] [--to TIME] [-n N] [--json]'],
  options,
  details: [operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const query = readAuditFilters(io, args);
    const limit = readLimit(args);
    const { connectAudit } = await import('../remote-audit.ts');
    const { renderAuditList } = await import('../render/audit.ts');
    const listed = await (await connectAudit(io, args)).list(query, limit);
    return writeList(io, args, listed, { render: renderAuditList, none: 'There is no such entry.' });
  },
};
