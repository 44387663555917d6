/** `assay app show APP`: one app of the catalog. */
import { writeAnswer, writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  version: { type: 'string', value: 'VERSION', description: 'This version; the newest if absent' },
  versions: { type: 'boolean', description: 'List its versions instead' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const appShow: Command = {
  name: 'app show',
  summary: 'Show an app: how it is reached, what it takes, how far it is trusted',
  usage: ['app show APP [--version VERSION | --versions] [--json]'],
  options,
  details: ['APP is an id, or a name such as io.github.github/github-mcp-server.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = ''] = requirePositionals(args.positionals, ['APP']);
    const { connectApps } = await import('../remote-apps.ts');
    const { renderApp, renderApps } = await import('../render/apps.ts');
    const apps = connectApps(io, args);
    const found = await apps.get(named, args.text('version'));
    if (!args.flag('versions')) return writeAnswer(io, args, found, renderApp);
    const listed = await apps.versions(found.id, readLimit(args));
    return writeList(io, args, listed, { render: renderApps, none: 'It has no version.' });
  },
};
