/** `assay app approve-tools ID HASH`: ends the quarantine of an app whose tools changed. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const appApproveTools: Command = {
  name: 'app approve-tools',
  summary: 'Approve the tools of an app as you saw them',
  usage: ['app approve-tools ID HASH [--json]'],
  options,
  details: [
    'HASH is the one that assay app tools ID showed: tools that changed since then are not approved by it.',
    'Exit code 1: the tools are others by now, or the app is not installed.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', hash = ''] = requirePositionals(args.positionals, ['ID', 'HASH']);
    const { connectInstallations } = await import('../remote-installations.ts');
    const { renderInstallation } = await import('../render/installations.ts');
    return writeAnswer(io, args, await connectInstallations(io, args).approveTools(id, hash), renderInstallation);
  },
};
