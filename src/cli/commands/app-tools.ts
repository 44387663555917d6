/** `assay app tools ID`: the tools of an installed app, and what changed since they were approved. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  check: { type: 'boolean', description: 'Ask its server now' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const appTools: Command = {
  name: 'app tools',
  summary: 'Show the tools of an installed app, and what changed since they were approved',
  usage: ['app tools ID [--check] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectInstallations } = await import('../remote-installations.ts');
    const { renderInstallationTools } = await import('../render/installations.ts');
    const remote = connectInstallations(io, args);
    const tools = await (args.flag('check') ? remote.checkTools(id) : remote.tools(id));
    return writeAnswer(io, args, tools, renderInstallationTools);
  },
};
