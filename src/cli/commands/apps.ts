/** Commands over the app catalog and installed apps, in the order in which help shows them. */
import { stat } from 'node:fs/promises';
import { isAppError } from '../../platform/errors.ts';
import { writeAnswer, writeList } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command, CommandIo } from '../command.ts';
import { limitOption, operatorTokenNote, readLimit } from '../control-options.ts';
import { findApp, toAppId } from '../find-app.ts';
import { readJsonFile } from '../json-file.ts';
import { clientCommand, listCommand, operationCommand, type RowArguments } from '../operation-command.ts';
import { parseOptionalChoice, UsageError } from '../options.ts';
import { readPages } from '../page.ts';
import { toEntry } from '../server-json.ts';
import { appRuntimeCommands } from './app-runtimes.ts';
import { installationCommands } from './installations.ts';

/** @throws UsageError */
async function readEntry(io: CommandIo, args: RowArguments): Promise<Readonly<Record<string, unknown>>> {
  const [file, name, version] = [args.argument('FILE'), args.text('name'), args.text('version')];
  if (file === '-' || !(await stat(file)).isDirectory()) {
    if (name === undefined && version === undefined) return toEntry(await readJsonFile(io, file));
    throw new UsageError('--name and --version are for the folder of a skill: a file has both in it.');
  }
  if (name === undefined || version === undefined) {
    throw new UsageError(
      `${file} is a folder, so it is read as a skill: say --name com.example/NAME and --version 1.0.0.`,
    );
  }
  const { readSkillFolder } = await import('../skill-folder.ts');
  const { skill, files } = await readSkillFolder(file);
  return { name, type: 'skill', version, title: skill.name, description: skill.description, skill: { files } };
}

const render = () => import('../render/apps.ts');
const renderApps = async () => (await render()).renderApps;
const types = ['mcp_server', 'auditor', 'a2a_agent', 'skill', 'runtime'] as const;
const tiers = ['community', 'verified', 'first_party'] as const;

export const appCommands: readonly Command[] = [
  listCommand({
    name: 'app search',
    summary: 'Find apps by name, title or description, best first',
    usage: ['app search WORD... [-n N] [--json]'],
    arguments: 'any',
    pages(client, args) {
      if (args.positionals.length === 0) throw new UsageError('WORD is missing.');
      return (page) => client.apps.list({ q: args.positionals.join(' '), ...page });
    },
    render: renderApps,
    none: 'No app fits.',
  }),
  listCommand({
    name: 'app list',
    summary: 'List the app catalog: your own entries first, newest first, then those of the release',
    usage: ['app list [--type WORD] [--category WORD] [--trust WORD] [--deleted] [-n N] [--json]'],
    options: {
      type: { type: 'string', value: 'WORD', description: 'mcp_server, auditor, a2a_agent, skill or runtime' },
      category: { type: 'string', value: 'WORD', description: 'Only of this category' },
      trust: { type: 'string', value: 'WORD', description: 'community, verified or first_party' },
      deleted: { type: 'boolean', description: 'Also deleted apps' },
    },
    pages(client, args) {
      const query = {
        type: parseOptionalChoice(args, 'type', types),
        trust_tier: parseOptionalChoice(args, 'trust', tiers),
        category: args.text('category'),
        include_deleted: args.flag('deleted') ? true : undefined,
      };
      return (page) => client.apps.list({ ...query, ...page });
    },
    render: renderApps,
    none: 'No app fits.',
  }),
  clientCommand({
    name: 'app show',
    summary: 'Show an app: its servers, its variables, its trust tier',
    usage: ['app show APP [--version VERSION | --versions] [--json]'],
    arguments: ['APP'],
    options: {
      version: { type: 'string', value: 'VERSION', description: 'Show this version; the newest if absent' },
      versions: { type: 'boolean', description: 'List its versions instead' },
      ...limitOption,
    },
    details: ['APP is an id, or a name such as io.github.github/github-mcp-server.'],
    async run(client, args, io) {
      const limit = readLimit(args);
      const { renderApp, renderApps: renderVersions } = await render();
      const found = await findApp(client, args.argument('APP'), args.text('version'));
      if (!args.flag('versions')) return writeAnswer(io, args, found, renderApp);
      const listed = await readPages((page) => client.apps.listVersions({ app_id: found.id, ...page }), limit);
      return writeList(io, args, listed, { render: renderVersions, none: 'It has no version.' });
    },
  }),
  operationCommand({
    name: 'app publish',
    summary: 'Add an app to the catalog of your organisation, or a new version of it',
    usage: ['app publish FILE [--json]', 'app publish FOLDER --name NAME --version VERSION [--json]'],
    arguments: ['FILE'],
    options: {
      name: {
        type: 'string',
        value: 'NAME',
        description: 'Name of the skill in the folder, e.g. com.example/pdf-forms',
      },
      version: { type: 'string', value: 'VERSION', description: 'Version of the skill in the folder, e.g. 1.0.0' },
    },
    details: [
      'FOLDER is a skill: a SKILL.md and other texts. Links, hidden files and files that are no text are refused.',
      'FILE is an entry as JSON, or a server.json of the public MCP registry; - is standard input. A version never changes: publishing the same text again changes nothing, and another text with its number is refused.',
      operatorTokenNote,
      'Exit code 1: refused, for example because the name can be mistaken for that of another app.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const entry = await readEntry(io, args);
      try {
        return await client.apps.create({ body: checkedByVerifier(entry) });
      } catch (error) {
        if (!isAppError(error, 'conflict') || error.extensions?.['reason'] !== 'app_exists') throw error;
        const { name, type: _type, ...version } = entry;
        const id = await toAppId(client, String(name));
        return client.apps.createVersion({ app_id: id, body: checkedByVerifier(version) });
      }
    },
    render: async () => (await render()).renderApp,
  }),
  ...installationCommands,
  ...appRuntimeCommands,
];
