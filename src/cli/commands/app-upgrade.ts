/** `assay app upgrade ID VERSION`: another version of an installed app. */
import type { Command } from '../command.ts';
import { configOption, finishStep, readConfig, stepOptions } from '../installation-step.ts';
import { parseOptions, requirePositionals } from '../options.ts';

const options = { ...configOption, ...stepOptions } as const;

export const appUpgrade: Command = {
  name: 'app upgrade',
  summary: 'Go to another version of an installed app; the old one is in use until the new one is in',
  usage: ['app upgrade ID VERSION [--set NAME=VALUE …] [--wait] [--json]'],
  options,
  details: [
    'The configuration stays as it was, unless one is given here. An app of the community waits for an approval again.',
    'Exit code 1: there is no such version, the app is not installed, or with --wait: it failed, and the old one is in use.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', version = ''] = requirePositionals(args.positionals, ['ID', 'VERSION']);
    const config = readConfig(args);
    const { connectInstallations } = await import('../remote-installations.ts');
    const remote = connectInstallations(io, args);
    const begun = await remote.upgrade(id, { version, ...(config === undefined ? {} : { config }) });
    return finishStep(io, args, remote, begun);
  },
};
