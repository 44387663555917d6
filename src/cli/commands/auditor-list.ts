/** `assay auditor list`: the catalog, registered auditors first. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  custom: { type: 'boolean', description: 'Only those that were registered here, not the built-in ones' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const auditorList: Command = {
  name: 'auditor list',
  summary: 'List auditors of the catalog: registered ones, then the built-in ones',
  usage: ['auditor list [--custom] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { renderAuditorList } = await import('../render/auditor.ts');
    const listed = await connectAuditors(io, args).list({}, limit);
    // Registered ones come first: after a built-in one all are built in.
    const customOnly = () => {
      const items = listed.items.filter(({ built_in: isBuiltIn }) => !isBuiltIn);
      const isAll = items.length < listed.items.length;
      return isAll ? { items, nextCursor: null, hasMore: false } : { ...listed, items };
    };
    return writeList(io, args, args.flag('custom') ? customOnly() : listed, {
      render: renderAuditorList,
      none: 'No auditor is registered: assay auditor register --url URL.',
    });
  },
};
