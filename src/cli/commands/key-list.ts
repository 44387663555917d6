/** `assay key list`: API keys, dead ones too. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'Only those of this agent' },
  user: { type: 'string', value: 'ID', description: 'Only those of this person; others need an admin' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const keyList: Command = {
  name: 'key list',
  summary: 'List API keys, newest first: your own, or all for an admin',
  usage: ['key list [--agent ID] [--user ID] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectKeys } = await import('../remote-keys.ts');
    const { renderKeyList } = await import('../render/keys.ts');
    const query = { agent_id: args.text('agent'), user_id: args.text('user') };
    const listed = await connectKeys(await withOperatorToken(io, args, 'verifier'), args).list(query, limit);
    return writeList(io, args, listed, { render: renderKeyList, none: 'There is no API key.' });
  },
};
