/** `assay tool list`: rules on which tools agents may use. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  org: { type: 'boolean', description: 'Of the whole organisation alone' },
  workspace: { type: 'string', value: 'ID', description: 'Of this workspace alone' },
  app: { type: 'string', value: 'APP', description: 'About this app, by id or name' },
  mode: { type: 'string', value: 'MODE', description: 'available, required or blocked' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const toolList: Command = {
  name: 'tool list',
  summary: 'List the rules on which tools agents may use, newest first',
  usage: ['tool list [--org | --workspace ID] [--app APP] [--mode MODE] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const [workspace, app, mode] = [args.text('workspace'), args.text('app'), args.text('mode')];
    if (args.flag('org') && workspace !== undefined) throw new UsageError('Name one place only: --org or --workspace.');
    const query = {
      level: args.flag('org') ? 'org' : undefined,
      workspace_id: workspace,
      mode: mode === undefined ? undefined : parseChoice('mode', mode, ['available', 'required', 'blocked']),
    };
    const { connectTools } = await import('../remote-tools.ts');
    const { findAppId } = await import('../tool-options.ts');
    const { renderToolRules } = await import('../render/tools.ts');
    const appId = app === undefined ? undefined : await findAppId(io, args, app);
    const listed = await connectTools(io, args).list({ ...query, app_id: appId }, readLimit(args));
    return writeList(io, args, listed, { render: renderToolRules, none: 'There is no rule that fits.' });
  },
};
