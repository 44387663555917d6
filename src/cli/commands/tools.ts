/** Commands over rules on tools, in the order in which help shows them. */
import type { Client, ScopedTool } from '@assay/client';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, readOptionalScope, reasonOption, revisionOption } from '../control-options.ts';
import { findAppId } from '../find-app.ts';
import { findNamedPeople } from '../find-member.ts';
import { clientCommand, listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { parseChoice, parseOptionalChoice, UsageError } from '../options.ts';
import { readPages } from '../page.ts';
import { resolveScope } from '../scope.ts';
import { explainStale, maxChanges } from '../stale.ts';

const render = () => import('../render/tools.ts');
const renderToolRule = async () => (await render()).renderToolRule;

const modes = ['available', 'required', 'blocked'] as const;
/** More than an organisation has rules of one app. */
const maxRules = 10_000;
/** Names of apps are shown for at most so many. */
const maxNames = 300;

/** Sends a change that was made from a revision. @throws AppError `conflict` that names who changed it meanwhile. */
function changeAt<R>(
  { scopedTools }: Client,
  { id, revision }: Pick<ScopedTool, 'id' | 'revision'>,
  send: () => Promise<R>,
) {
  const history = () => scopedTools.history({ id, limit: maxChanges });
  return explainStale({ noun: 'rule', id, revision, history }, send);
}

/** Gives the names of an agent's apps, and of apps in rules, by id. */
async function readAppNames({ installations, scopedTools }: Client, agentId: string) {
  const [installed, named] = await Promise.all([
    readPages((page) => installations.listOfAgent({ agent_id: agentId, ...page }), maxNames),
    readPages((page) => scopedTools.list(page), maxNames),
  ]);
  return new Map([
    ...installed.items.map(({ app_id: id, name }) => [id, name] as const),
    ...named.items.flatMap(({ app_name: name, tool }) => (name === null ? [] : [[tool.app_id, name] as const])),
  ]);
}

export const toolCommands: readonly Command[] = [
  listCommand({
    name: 'tool list',
    summary: 'List the rules on tools, newest first',
    usage: ['tool list [--org | --workspace ID] [--app APP] [--mode MODE] [-n N] [--json]'],
    options: {
      org: { type: 'boolean', description: 'Only of the whole organisation' },
      workspace: { type: 'string', value: 'ID', description: 'Only of this workspace' },
      app: { type: 'string', value: 'APP', description: 'Only about this app, by id or name' },
      mode: { type: 'string', value: 'MODE', description: 'available, required or blocked' },
    },
    async pages(client, args) {
      const [workspace, app] = [args.text('workspace'), args.text('app')];
      if (args.flag('org') && workspace !== undefined) {
        throw new UsageError('Name one place only: --org or --workspace.');
      }
      const query = {
        level: args.flag('org') ? ('org' as const) : undefined,
        workspace_id: workspace,
        mode: parseOptionalChoice(args, 'mode', modes),
        app_id: app === undefined ? undefined : await findAppId(client, app),
      };
      return (page) => client.scopedTools.list({ ...query, ...page });
    },
    render: async () => (await render()).renderToolRules,
    none: 'There is no rule that fits.',
  }),
  operationCommand({
    name: 'tool show',
    summary: 'Show a rule on tools',
    usage: ['tool show ID [--json]'],
    arguments: ['ID'],
    call: (client, args) => client.scopedTools.get({ id: args.argument('ID') }),
    render: renderToolRule,
  }),
  operationCommand({
    name: 'tool set',
    summary: 'Make a tool, or all tools of an app, available, required or blocked',
    usage: ['tool set APP TOOL MODE --org | --workspace ID [--server NAME] [--fixed] [--reason TEXT] [--json]'],
    arguments: ['APP', 'TOOL', 'MODE'],
    options: {
      org: { type: 'boolean', description: 'For the whole organisation' },
      workspace: { type: 'string', value: 'ID', description: 'For this workspace' },
      server: { type: 'string', value: 'NAME', description: 'Of this server of the app; of all if absent' },
      fixed: { type: 'boolean', description: 'With --org: workspaces may only block it' },
      open: { type: 'boolean', description: 'With --org: workspaces may change it again' },
      ...reasonOption,
      ...revisionOption,
    },
    details: [
      "APP is an id, a name, assay for our own services (--server names one), or '*' for every app; TOOL is a name, or '*' for all. MODE is available, required or blocked. A tool that no rule names is not available.",
      'A tool that is blocked at one level is blocked, but no lower level blocks a tool that the organisation requires.',
      operatorTokenNote,
      'Exit code 1: there is no such app or workspace, the organisation decides otherwise, or somebody changed the rule meanwhile.',
      "assay tool set com.notion/mcp '*' available --org",
    ],
    operatorToken: (args) => args.flag('org'),
    async call(client, args) {
      const mode = parseChoice('MODE', args.argument('MODE'), modes);
      const named = readOptionalScope(args);
      if (named === undefined) throw new UsageError('Say where: --org or --workspace ID.');
      if (args.flag('fixed') && args.flag('open')) throw new UsageError('Say --fixed or --open, not both.');
      const revision = readNumber(args, 'revision');
      const tool = {
        app_id: await findAppId(client, args.argument('APP')),
        server: args.text('server') ?? '*',
        name: args.argument('TOOL'),
      };
      const { level, id: scopeId } = await resolveScope(client, named);
      // `tool set` takes no agent.
      const scope = { level: level === 'workspace' ? level : ('org' as const), id: scopeId };
      const query = { level: scope.level, workspace_id: level === 'workspace' ? scopeId : undefined };
      const { items } = await readPages(
        (page) => client.scopedTools.list({ ...query, app_id: tool.app_id, ...page }),
        maxRules,
      );
      const before = items.find((item) => item.tool.server === tool.server && item.tool.name === tool.name);
      const override = args.flag('fixed') ? false : args.flag('open') ? true : undefined;
      const body = { mode, allow_override: override, reason: args.text('reason') };
      if (before === undefined) return client.scopedTools.create({ body: { scope, tool, ...body } });
      const at = { id: before.id, revision: revision ?? before.revision };
      return changeAt(client, at, () => client.scopedTools.update({ id: at.id, body, ifMatch: at.revision }));
    },
    render: renderToolRule,
  }),
  removalCommand({
    name: 'tool remove',
    summary: 'Remove a rule on tools. Tools that no other rule names become unavailable',
    usage: ['tool remove ID [--revision N]'],
    arguments: ['ID'],
    options: revisionOption,
    details: [operatorTokenNote],
    operatorToken: true,
    async remove(client, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const before = await client.scopedTools.get({ id });
      const at = { id: before.id, revision: revision ?? before.revision };
      await changeAt(client, at, () => client.scopedTools.remove({ id: at.id, ifMatch: at.revision }));
      return `rule ${id}`;
    },
  }),
  clientCommand({
    name: 'tool effective',
    summary: 'Show the tools that an agent can call, which rule decided, and what is missing',
    usage: ['tool effective AGENT [--workspace ID] [--for MEMBER] [--json]'],
    arguments: ['AGENT'],
    options: {
      workspace: { type: 'string', value: 'ID', description: 'As if it were in this workspace; its own if absent' },
      for: { type: 'string', value: 'MEMBER', description: 'While it acts for this person, by id or address' },
    },
    details: ['readiness degraded: the agent cannot call a tool that a rule requires. The command itself succeeds.'],
    operatorToken: true,
    async run(client, args, io) {
      const agentId = args.argument('AGENT');
      const { readEffectiveTools } = await import('../effective-tools.ts');
      const { renderEffectiveTools } = await render();
      const { subject } = await findNamedPeople(client, args);
      const query = { agent_id: agentId, workspace_id: args.text('workspace'), user_id: subject };
      const found = await readEffectiveTools(client, query);
      const names = args.flag('json') ? new Map<string, string>() : await readAppNames(client, agentId);
      return writeAnswer(io, args, found, (answer, style) => renderEffectiveTools(answer, style, names));
    },
  }),
];
