/** `assay app search WORDS`: finds apps of the catalog. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const appSearch: Command = {
  name: 'app search',
  summary: 'Find apps by their name, title or description, best first',
  usage: ['app search WORD... [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    if (args.positionals.length === 0) throw new UsageError('WORD is missing.');
    const { connectApps } = await import('../remote-apps.ts');
    const { renderApps } = await import('../render/apps.ts');
    const listed = await connectApps(io, args).list({ q: args.positionals.join(' ') }, readLimit(args));
    return writeList(io, args, listed, { render: renderApps, none: 'No app fits.' });
  },
};
