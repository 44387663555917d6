/** `assay settings list`: every value that a scope set. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit, readOptionalScope, scopeOptions } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  auditor: { type: 'string', value: 'ID', description: 'Only of this auditor' },
  ...scopeOptions,
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const settingsList: Command = {
  name: 'settings list',
  summary: 'List what organisation, workspaces and agents set about auditors',
  usage: ['settings list [--org | --workspace ID | --agent ID] [--auditor ID] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const named = readOptionalScope(args);
    const { connectSettings } = await import('../remote-settings.ts');
    const { renderSettingsList } = await import('../render/settings.ts');
    const query = { level: named?.level, scope_id: named?.id, auditor_id: args.text('auditor') };
    return writeList(io, args, await connectSettings(io, args).list(query, limit), {
      render: renderSettingsList,
      none: 'Nothing is set: the defaults of the auditors hold.',
    });
  },
};
