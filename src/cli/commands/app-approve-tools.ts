/** `assay app approve-tools ID HASH`: ends the quarantine of an app whose tools changed, and lets denied ones be shown. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...{ ...jsonOption, ...serviceOption('verifier') },
  'allow-denied': {
    ...({ type: 'string', value: 'TOOL', multiple: true } as const),
    description: 'Tools whose denied definition is shown all the same, all of them; "" for none',
  },
  reason: { type: 'string', value: 'TEXT', description: 'Why a denied one is shown' },
} as const;

export const appApproveTools: Command = {
  name: 'app approve-tools',
  summary: 'Approve the tools of an app as you saw them',
  usage: ['app approve-tools ID HASH [--allow-denied TOOL … --reason TEXT] [--json]'],
  options,
  details: [
    'HASH is the one that assay app tools ID showed: tools that changed since then are not approved by it.',
    'A tool that a judge denied stays withheld. --allow-denied lets it be shown in just this form, and names all that are',
    'let: one that is left out is withheld again. Without it those stay that were let before.',
    'Exit code 1: the tools are others by now, or the app is not installed.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', hash = ''] = requirePositionals(args.positionals, ['ID', 'HASH']);
    const { connectInstallations } = await import('../remote-installations.ts');
    const { renderInstallation } = await import('../render/installations.ts');
    const named = args.texts('allow-denied');
    const reason = args.text('reason');
    const approval = {
      tools_hash: hash,
      ...(named.length === 0 ? {} : { allow_denied: named.filter((tool) => tool !== '').map((tool) => ({ tool })) }),
      ...(reason === undefined ? {} : { reason }),
    };
    return writeAnswer(io, args, await connectInstallations(io, args).approveTools(id, approval), renderInstallation);
  },
};
