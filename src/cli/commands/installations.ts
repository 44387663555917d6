/** Commands over installed apps, in the order in which help shows them. */
import type { Client, InstallAppInput, Installation, InstallationsListCall } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer, writeList } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { limitOption, readLimit } from '../control-options.ts';
import { findApp } from '../find-app.ts';
import { clientCommand, operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseOptionalChoice, UsageError } from '../options.ts';
import { readPages } from '../page.ts';
import { readTimeoutMs, waitOptions, waitUntil } from '../wait.ts';

const render = () => import('../render/installations.ts');

const waitOption = waitOptions('Wait until it is done or needs a person; exit code 1 if it is not done');

const configOption = {
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'A {variable} of its address, e.g. region=eu; no secrets',
  },
  header: { type: 'string', value: 'NAME=VALUE', multiple: true, description: 'A header of its server; no secrets' },
  env: { type: 'string', value: 'NAME=VALUE', multiple: true, description: 'A variable of a local server; no secrets' },
  local: { type: 'boolean', description: 'Use the server that a gateway starts, not that of the publisher' },
  url: { type: 'string', value: 'URL', description: 'Where an auditor runs that the app gives as an image' },
  joins: { type: 'string', value: 'WORD', description: 'Whose chain an auditor joins: agent (default) or workspace' },
} as const;

/** States that change automatically. */
const working: ReadonlySet<string> = new Set(['requested', 'discovering', 'registering', 'updating', 'uninstalling']);
const everyMs = 500;

export const installationCommands: readonly Command[] = [
  clientCommand({
    name: 'app install',
    summary: 'Install an app for an agent that you may edit',
    usage: [
      'app install APP --agent ID [--version VERSION] [--set NAME=VALUE …] [--as-me] [--wait [--timeout S]] [--json]',
      'app install AUDITOR --agent ID [--joins workspace] [--url URL] [--wait [--timeout S]] [--json]',
    ],
    arguments: ['APP'],
    options: {
      agent: { type: 'string', value: 'ID', description: 'Install it for this agent' },
      version: { type: 'string', value: 'VERSION', description: 'Install this version; the newest if absent' },
      'as-me': { type: 'boolean', description: 'Use your own account for what the agent does in your name' },
      ...configOption,
      ...waitOption,
    },
    details: [
      'APP is an id, or a name such as io.github.github/github-mcp-server. A rule must make its tools available ' +
        '(assay tool set). An app of the community waits for an approval. An app that needs a sign-in waits for a person to connect it.',
      'An auditor joins the chain of the agent, after the auditors that are there, and leaves it when it is uninstalled. --joins workspace and --url are for operators and admins.',
      'Exit code 1: no rule makes a tool of it available, the agent has it already, or with --wait: it failed or waits for a person.',
      'assay app install com.notion/mcp --agent support-bot --wait',
    ],
    async run(client, args, io) {
      const agentId = args.text('agent');
      if (agentId === undefined) throw new UsageError('Say for which agent: --agent ID.');
      const end = readEnd(args, ['installed']);
      const body = {
        agent_id: agentId,
        version: args.text('version'),
        config: readConfig(args),
        connect_as: args.flag('as-me') ? ('me' as const) : undefined,
      };
      const { id } = await findApp(client, args.argument('APP'));
      return finish(client, args, io, { end, begun: await client.installations.create({ app_id: id, body }) });
    },
  }),
  clientCommand({
    name: 'app installed',
    summary: 'List installed apps, newest first, or show one',
    usage: ['app installed [--agent ID] [--app ID] [--status WORD] [-n N] [--json]', 'app installed ID [--json]'],
    arguments: 'any',
    options: {
      agent: { type: 'string', value: 'ID', description: 'Only apps of this agent' },
      app: { type: 'string', value: 'ID', description: 'Only installations of this app' },
      status: { type: 'string', value: 'WORD', description: 'Only in this state, e.g. failed or removed' },
      ...limitOption,
    },
    async run({ installations }, args, io) {
      const [id] = args.positionals;
      const limit = readLimit(args);
      const { renderInstallation, renderInstallations } = await render();
      if (id !== undefined) return writeAnswer(io, args, await installations.get({ id }), renderInstallation);
      const query = checkedByVerifier<InstallationsListCall>({
        agent_id: args.text('agent'),
        app_id: args.text('app'),
        status: args.text('status'),
      });
      const listed = await readPages((page) => installations.list({ ...query, ...page }), limit);
      return writeList(io, args, listed, { render: renderInstallations, none: 'No app is installed that fits.' });
    },
  }),
  operationCommand({
    name: 'app tools',
    summary: 'Show the tools of an installed app, and their changes since the approval',
    usage: ['app tools ID [--check] [--json]'],
    arguments: ['ID'],
    options: { check: { type: 'boolean', description: 'Ask its server now' } },
    call({ installations }, args) {
      const call = { id: args.argument('ID') };
      return args.flag('check') ? installations.checkTools(call) : installations.listTools(call);
    },
    render: async () => (await render()).renderInstallationTools,
  }),
  operationCommand({
    name: 'app approve-tools',
    summary: 'Approve the tools of an app as you saw them',
    usage: ['app approve-tools ID HASH [--allow-denied TOOL … --reason TEXT] [--json]'],
    arguments: ['ID', 'HASH'],
    options: {
      'allow-denied': {
        type: 'string',
        value: 'TOOL',
        multiple: true,
        description: 'Show this tool although its definition was denied; "" for none',
      },
      reason: { type: 'string', value: 'TEXT', description: 'Reason to show a denied tool' },
    },
    details: [
      'HASH is the hash that assay app tools ID showed. It does not approve tools that changed since then.',
      'A tool that a judge denied stays withheld. --allow-denied shows it in exactly this form. Name every tool that you allow: others are withheld again. Without the option the allowed tools stay as they are.',
      'Exit code 1: the tools changed meanwhile, or the app is not installed.',
    ],
    call(client, args) {
      const named = args.texts('allow-denied');
      const denied = named.filter((tool) => tool !== '').map((tool) => ({ tool }));
      const body = {
        tools_hash: args.argument('HASH'),
        allow_denied: named.length === 0 ? undefined : denied,
        reason: args.text('reason'),
      };
      return client.installations.approveTools({ id: args.argument('ID'), body });
    },
    render: async () => (await render()).renderInstallation,
  }),
  clientCommand({
    name: 'app upgrade',
    summary: 'Change the version of an installed app. The old version works until the new one is installed',
    usage: ['app upgrade ID VERSION [--set NAME=VALUE …] [--wait [--timeout S]] [--json]'],
    arguments: ['ID', 'VERSION'],
    options: { ...configOption, ...waitOption },
    details: [
      'The configuration stays as it was, unless you give a new one. An app of the community waits for an approval again.',
      'Exit code 1: there is no such version, the app is not installed, or with --wait: it failed or waits for a person, and the old version is in use.',
    ],
    async run(client, args, io) {
      const body = { version: args.argument('VERSION'), config: readConfig(args) };
      const end = readEnd(args, ['installed']);
      const id = args.argument('ID');
      return finish(client, args, io, { end, begun: await client.installations.upgrade({ id, body }) });
    },
  }),
  clientCommand({
    name: 'app retry',
    summary: 'Continue a failed installation, or get a link to connect it',
    usage: ['app retry ID [--wait [--timeout S]] [--json]'],
    arguments: ['ID'],
    options: waitOption,
    details: [
      'A link works for 10 minutes. If the approval was refused, a new one is requested.',
      'Exit code 1: there is nothing to retry, or with --wait: it failed again or waits for a person.',
    ],
    async run(client, args, io) {
      const end = readEnd(args, ['installed', 'removed']);
      return finish(client, args, io, { end, begun: await client.installations.retry({ id: args.argument('ID') }) });
    },
  }),
  clientCommand({
    name: 'app uninstall',
    summary: 'Remove an installed app. Its credentials of this agent end at once',
    usage: ['app uninstall ID [--wait [--timeout S]] [--json]'],
    arguments: ['ID'],
    options: waitOption,
    details: [
      'ID is that of the installation: assay app installed. Shared credentials stay.',
      'Exit code 1: a rule requires a tool of it, a policy reads the claims of the auditor, or with --wait: it is not removed yet.',
    ],
    async run(client, args, io) {
      const end = readEnd(args, ['removed']);
      return finish(client, args, io, {
        end,
        begun: await client.installations.uninstall({ id: args.argument('ID') }),
      });
    },
  }),
];

/** Reads a typed configuration; undefined for none. @throws UsageError */
function readConfig(args: ParsedArguments): InstallAppInput['config'] {
  const config = {
    use: args.flag('local') ? ('package' as const) : undefined,
    variables: readPairs(args.texts('set')),
    headers: readPairs(args.texts('header')),
    environment: readPairs(args.texts('env')),
    url: args.text('url'),
    joins: parseOptionalChoice(args, 'joins', ['agent', 'workspace'] as const),
  };
  return Object.values(config).every((value) => value === undefined) ? undefined : config;
}

function readPairs(pairs: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (pairs.length === 0) return undefined;
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`This is no NAME=VALUE: ${pair}`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(entries);
}

/** How a change ends well, and how long the command waits for it. */
interface End {
  readonly done: readonly string[];
  readonly timeoutMs: number | undefined;
}

const readEnd = (args: ParsedArguments, done: readonly string[]): End => ({ done, timeoutMs: readTimeoutMs(args) });

/** Prints the result, after the end on request. @returns the exit code: with `--wait` 1 unless it is done */
async function finish(
  client: Client,
  args: ParsedArguments,
  io: CommandIo,
  { end, begun }: { readonly end: End; readonly begun: Installation },
): Promise<number> {
  const { renderInstallation } = await render();
  const isWait = args.flag('wait');
  const reached = isWait ? await settle(client, io, { begun, end }) : begun;
  // Only the answer of the step that made it holds a link.
  const link = begun.connect_url ?? (isWait ? await linkFor(client, reached) : null);
  const shown = link === null ? reached : { ...reached, connect_url: link };
  writeAnswer(io, args, shown, renderInstallation);
  if (!isWait) return exitCodes.ok;
  const { status, error } = reached;
  const isDone = end.done.includes(status) && (error === null || status === 'removed');
  if (status.startsWith('awaiting_')) io.stderr.write('It waits for a person: see "to do".\n');
  return isDone ? exitCodes.ok : exitCodes.no;
}

/** Waits until nothing more happens automatically. */
function settle(
  { installations }: Client,
  io: CommandIo,
  { begun, end }: { readonly begun: Installation; readonly end: End },
): Promise<Installation> {
  const { id } = begun;
  return waitUntil(io, {
    first: begun,
    read: () => installations.get({ id }),
    isChanging: ({ status }) => working.has(status),
    describe: ({ status }) => `the installation is ${toPlainText(status)}`,
    afterwards: `The verifier continues; assay app installed ${id} shows it.`,
    everyMs,
    timeoutMs: end.timeoutMs,
  });
}

/** Gives the sign-in link, if nothing else is missing. */
async function linkFor({ installations }: Client, { id, status, auth }: Installation): Promise<string | null> {
  if (status !== 'awaiting_connect' || auth.type !== 'oauth2_code') return null;
  return (await installations.retry({ id })).connect_url;
}
