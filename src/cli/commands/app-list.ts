/** `assay app list`: what the catalog has. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  type: { type: 'string', value: 'WORD', description: 'mcp_server, auditor, a2a_agent, skill or runtime' },
  category: { type: 'string', value: 'WORD', description: 'Of this category' },
  trust: { type: 'string', value: 'WORD', description: 'community, verified or first_party' },
  deleted: { type: 'boolean', description: 'Deleted ones too' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const types = ['mcp_server', 'auditor', 'a2a_agent', 'skill', 'runtime'] as const;
const tiers = ['community', 'verified', 'first_party'] as const;

export const appList: Command = {
  name: 'app list',
  summary: 'List the app catalog: entries of your own, newest first, then those that come with the release',
  usage: ['app list [--type WORD] [--category WORD] [--trust WORD] [--deleted] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const [type, trust] = [args.text('type'), args.text('trust')];
    const query = {
      type: type === undefined ? undefined : parseChoice('type', type, types),
      trust_tier: trust === undefined ? undefined : parseChoice('trust', trust, tiers),
      category: args.text('category'),
      include_deleted: args.flag('deleted') ? 'true' : undefined,
    };
    const { connectApps } = await import('../remote-apps.ts');
    const { renderApps } = await import('../render/apps.ts');
    const listed = await connectApps(io, args).list(query, readLimit(args));
    return writeList(io, args, listed, { render: renderApps, none: 'No app fits.' });
  },
};
