/** `assay app uninstall ID`: takes an app from its agent. */
import type { Command } from '../command.ts';
import { finishStep, stepOptions } from '../installation-step.ts';
import { parseOptions, requirePositionals } from '../options.ts';

export const appUninstall: Command = {
  name: 'app uninstall',
  summary: 'Remove an installed app; its credentials of this agent end at once',
  usage: ['app uninstall ID [--wait] [--json]'],
  options: stepOptions,
  details: [
    'ID is that of the installation: assay app installed. Credentials that others share stay.',
    'Exit code 1: a rule requires a tool of it.',
  ],
  async run(io) {
    const args = parseOptions(stepOptions, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectInstallations } = await import('../remote-installations.ts');
    const remote = connectInstallations(io, args);
    return finishStep(io, args, remote, await remote.uninstall(id));
  },
};
