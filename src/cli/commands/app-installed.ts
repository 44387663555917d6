/** `assay app installed [ID]`: which agents have which apps. */
import { writeAnswer, writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'Only those of this agent' },
  app: { type: 'string', value: 'ID', description: 'Only those of this app' },
  status: { type: 'string', value: 'WORD', description: 'Only those in this state, e.g. failed; removed ones too' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const appInstalled: Command = {
  name: 'app installed',
  summary: 'List installed apps, newest first, or show one',
  usage: ['app installed [--agent ID] [--app ID] [--status WORD] [-n N] [--json]', 'app installed ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id] = args.positionals;
    const { connectInstallations } = await import('../remote-installations.ts');
    const { renderInstallation, renderInstallations } = await import('../render/installations.ts');
    const remote = connectInstallations(io, args);
    if (id !== undefined) return writeAnswer(io, args, await remote.get(id), renderInstallation);
    const query = { agent_id: args.text('agent'), app_id: args.text('app'), status: args.text('status') };
    const listed = await remote.list(query, readLimit(args));
    return writeList(io, args, listed, { render: renderInstallations, none: 'No app is installed that fits.' });
  },
};
