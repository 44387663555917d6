/** `assay settings schema AUDITOR`: what can be set about an auditor. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const settingsSchema: Command = {
  name: 'settings schema',
  summary: 'Show what can be set about an auditor: names, types, defaults, bounds',
  usage: ['settings schema AUDITOR [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [auditor = ''] = requirePositionals(args.positionals, ['AUDITOR']);
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { renderSettingsSchema } = await import('../render/auditor.ts');
    return writeAnswer(io, args, await connectAuditors(io, args).schema(auditor), renderSettingsSchema);
  },
};
