/** `assay tool set APP TOOL MODE`: makes a rule on tools, or changes the one that is there. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import {
  jsonOption,
  operatorTokenNote,
  present,
  readNumber,
  readOptionalScope,
  reasonOption,
  revisionOption,
} from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  org: { type: 'boolean', description: 'For the whole organisation' },
  workspace: { type: 'string', value: 'ID', description: 'For this workspace' },
  server: { type: 'string', value: 'NAME', description: 'Of this server of the app; of all if absent' },
  fixed: { type: 'boolean', description: 'With --org: workspaces may block it, and nothing else' },
  open: { type: 'boolean', description: 'With --org: takes --fixed back' },
  ...reasonOption,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const toolSet: Command = {
  name: 'tool set',
  summary: 'Say of a tool, or of all of an app, that it is available, required or blocked',
  usage: ['tool set APP TOOL MODE --org | --workspace ID [--server NAME] [--fixed] [--reason TEXT] [--json]'],
  options,
  details: [
    "APP is an id, a name, or '*' for every app; TOOL is a name, or '*' for all. MODE is available, required or blocked. A tool that no rule names is not available.",
    'Blocked anywhere wins, but nothing below blocks what the organisation requires.',
    operatorTokenNote,
    'Exit code 1: there is no such app or workspace, the organisation decides otherwise, or somebody changed the rule meanwhile.',
    "assay tool set com.notion/mcp '*' available --org",
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [app = '', name = '', typed = ''] = requirePositionals(args.positionals, ['APP', 'TOOL', 'MODE']);
    const mode = parseChoice('MODE', typed, ['available', 'required', 'blocked']);
    const named = readOptionalScope(args);
    if (named === undefined) throw new UsageError('Say where: --org or --workspace ID.');
    if (args.flag('fixed') && args.flag('open')) throw new UsageError('Say --fixed or --open, not both.');
    const revision = readNumber(args, 'revision');
    const { connectTools } = await import('../remote-tools.ts');
    const { findAppId } = await import('../tool-options.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { renderToolRule } = await import('../render/tools.ts');
    const caller = named.level === 'org' ? await withOperatorToken(io, args, 'verifier') : io;
    const tools = connectTools(caller, args);
    const tool = { app_id: await findAppId(caller, args, app), server: args.text('server') ?? '*', name };
    const scope = await tools.resolve(named);
    const before = await tools.find(scope, tool);
    const body = {
      mode,
      ...(args.flag('fixed') ? { allow_override: false } : {}),
      ...(args.flag('open') ? { allow_override: true } : {}),
      ...present('reason', args.text('reason')),
    };
    const made =
      before === undefined
        ? await tools.create({ scope, tool, ...body })
        : await tools.change('PATCH', atRevision(before, revision), body);
    return writeAnswer(io, args, made, renderToolRule);
  },
};
