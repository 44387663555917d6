/** `assay app retry ID`: goes on where an installation failed, or gives a link to connect it. */
import type { Command } from '../command.ts';
import { finishStep, stepOptions } from '../installation-step.ts';
import { parseOptions, requirePositionals } from '../options.ts';

export const appRetry: Command = {
  name: 'app retry',
  summary: 'Go on with an installation where it failed, or get a link to connect it',
  usage: ['app retry ID [--wait] [--json]'],
  options: stepOptions,
  details: [
    'A link is good for 10 minutes. One that was refused is asked for anew.',
    'Exit code 1: there is nothing to retry, or with --wait: it failed again.',
  ],
  async run(io) {
    const args = parseOptions(stepOptions, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectInstallations } = await import('../remote-installations.ts');
    const remote = connectInstallations(io, args);
    return finishStep(io, args, remote, await remote.retry(id));
  },
};
