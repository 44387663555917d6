/** `assay passport list`: the newest passports of the verifier. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { renderPassportList } from '../render/passport.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'Only of this agent' },
  latest: { type: 'boolean', description: 'Only the newest of each agent' },
  limit: { type: 'string', short: 'n', value: 'N', description: 'How many, 1 to 10000; 20 if absent' },
  json: { type: 'boolean', description: 'Print the list as JSON' },
  ...serviceOption('verifier'),
} as const;

export const passportList: Command = {
  name: 'passport list',
  summary: 'List passports, newest first',
  usage: ['passport list [--agent ID] [--latest] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const query = { agent_id: args.text('agent'), latest: args.flag('latest') ? 'true' : undefined };
    const limit = parseWholeNumber('limit', args.text('limit') ?? '20', [1, 10_000]);
    const { connectVerifier } = await import('../remote.ts');
    const { items, hasMore } = await connectVerifier(io, args).listPassports(query, limit);
    if (args.flag('json')) io.stdout.write(toJsonText({ items, has_more: hasMore }));
    else if (items.length === 0) io.stderr.write('There is no passport yet: one is issued with the first evidence.\n');
    else io.stdout.write(renderPassportList(items, createStyle(io.color)));
    if (hasMore && !args.flag('json')) io.stderr.write('There is more: raise --limit.\n');
    return exitCodes.ok;
  },
};
