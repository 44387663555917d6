/** `assay settings history AUDITOR`: who changed what a scope sets about an auditor. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit, readOptionalScope, scopeOptions } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...scopeOptions, ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const settingsHistory: Command = {
  name: 'settings history',
  summary: 'Show who changed what a scope sets about an auditor',
  usage: [
    'settings history AUDITOR --org | --workspace ID | --agent ID [-n N] [--json]',
    'settings history RECORD_ID [-n N] [--json]',
  ],
  options,
  details: [
    'RECORD_ID, as settings get --json names it, also finds the history of what was taken away. With --json each change holds the settings after it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [subject = ''] = requirePositionals(args.positionals, ['AUDITOR']);
    const limit = readLimit(args);
    const named = readOptionalScope(args);
    if (named === undefined && !subject.startsWith('ast_')) {
      throw new UsageError('Say where: --org, --workspace ID or --agent ID.');
    }
    const { connectSettings } = await import('../remote-settings.ts');
    const { renderHistory } = await import('../render/history.ts');
    const settings = connectSettings(io, args);
    const id = named === undefined ? subject : (await settings.require(await settings.resolve(named), subject)).id;
    return writeList(io, args, await settings.history(id, limit), {
      render: renderHistory,
      none: 'Nothing was ever set there.',
    });
  },
};
