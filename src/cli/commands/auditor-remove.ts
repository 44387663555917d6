/** `assay auditor remove ID`: takes a registered auditor out of the catalog. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const auditorRemove: Command = {
  name: 'auditor remove',
  summary: 'Remove a registered auditor that no chain names, with its settings',
  usage: ['auditor remove ID [--json]'],
  options,
  details: ['Exit code 1: a chain names it, it is built in, or somebody changed it meanwhile.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { atRevision } = await import('../remote-control.ts');
    const auditors = connectAuditors(io, args);
    await auditors.remove(atRevision(await auditors.get(id), revision));
    return writeRemoved(io, args, `auditor ${id}`);
  },
};
