/** `assay registry auditor list`: the releases of auditors that are registered. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const statuses = ['draft', 'verifying', 'verified', 'deprecated', 'revoked'] as const;

const options = {
  name: { type: 'string', value: 'NAME', description: 'Versions of this one' },
  status: { type: 'string', value: 'WORD', description: statuses.join(', ') },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryAuditorList: Command = {
  name: 'registry auditor list',
  summary: 'List the registered auditors, newest first',
  usage: ['registry auditor list [--name NAME] [--status WORD] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const status = args.text('status');
    const query = {
      name: args.text('name'),
      status: status === undefined ? undefined : parseChoice('status', status, statuses),
    };
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditors } = await import('../render/registered-auditors.ts');
    const listed = await connectRegisteredAuditors(io, args).list(query, readLimit(args));
    return writeList(io, args, listed, {
      render: renderRegisteredAuditors,
      none: 'There is no registered auditor that fits.',
    });
  },
};
