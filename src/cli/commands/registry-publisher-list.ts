/** `assay registry publisher list`: whose signatures over releases count. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const registryPublisherList: Command = {
  name: 'registry publisher list',
  summary: 'List the publishers whose signatures over releases count',
  usage: ['registry publisher list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectPublishers } = await import('../remote-registered-auditors.ts');
    const { renderPublishers } = await import('../render/registered-auditors.ts');
    const listed = await connectPublishers(io, args).list(readLimit(args));
    return writeList(io, args, listed, { render: renderPublishers, none: 'There is no publisher.' });
  },
};
