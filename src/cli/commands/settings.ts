/** Commands over the settings of auditors, in the order in which help shows them. */
import { writeAnswer, writeRemoved } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import {
  describeScope,
  operatorTokenNote,
  readNumber,
  readOptionalScope,
  readScope,
  revisionOption,
  scopeOptions,
} from '../control-options.ts';
import { changeSettings, findSettings, requireSettings } from '../find-settings.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { type ParsedArguments, requirePositionals, UsageError } from '../options.ts';
import { resolveScope } from '../scope.ts';
import { findDefinition, readValue } from '../setting-value.ts';

const render = () => import('../render/settings.ts');
const isForOrganisation = (args: ParsedArguments) => args.flag('org');

export const settingsCommands: readonly Command[] = [
  listCommand({
    name: 'settings list',
    summary: 'List the settings of auditors at the organisation, workspaces and agents',
    usage: ['settings list [--org | --workspace ID | --agent ID] [--auditor ID] [-n N] [--json]'],
    options: {
      auditor: { type: 'string', value: 'ID', description: 'Only of this auditor' },
      ...scopeOptions,
    },
    pages(client, args) {
      const scope = readOptionalScope(args);
      const query = { level: scope?.level, scope_id: scope?.id, auditor_id: args.text('auditor') };
      return (page) => client.auditorSettings.list({ ...query, ...page });
    },
    render: async () => (await render()).renderSettingsList,
    none: 'Nothing is set: the defaults of the auditors hold.',
  }),
  clientCommand({
    name: 'settings get',
    summary: 'Show the settings of an auditor at a scope',
    usage: ['settings get AUDITOR [NAME] --org | --workspace ID | --agent ID [--json]'],
    arguments: 'any',
    options: scopeOptions,
    details: [
      'With NAME only its value is printed. assay settings effective shows what holds in the end, from all scopes.',
      'Exit code 1: nothing is set there.',
    ],
    async run(client, args, io) {
      const [auditor, name, ...rest] = args.positionals;
      if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
      requirePositionals(rest, []);
      const named = readScope(args);
      const { renderSettings } = await render();
      const { formatValue } = await import('../render/value.ts');
      const scope = await resolveScope(client, named);
      const record = await requireSettings(client, scope, auditor);
      if (name === undefined || args.flag('json')) return writeAnswer(io, args, record, renderSettings);
      const entry = Object.hasOwn(record.settings, name) ? record.settings[name] : undefined;
      if (entry === undefined) {
        io.stderr.write(`${name} is not set at ${describeScope(scope)}.\n`);
        return exitCodes.no;
      }
      io.stdout.write(`${formatValue(entry.value)}\n`);
      return exitCodes.ok;
    },
  }),
  operationCommand({
    name: 'settings set',
    summary: 'Set a value of an auditor for an organisation, a workspace or an agent',
    usage: ['settings set AUDITOR NAME VALUE... --org | --workspace ID | --agent ID [--enforced] [--json]'],
    arguments: 'any',
    options: {
      ...scopeOptions,
      enforced: { type: 'boolean', description: 'Scopes further in cannot change it' },
      ...revisionOption,
    },
    details: [
      'NAME is KEY for the auditor itself and CLAIM.KEY for a claim. KEY is enough if only one setting has it, or if all settings with it are one parameter, such as threshold of injection. Separate the items of a list by commas, or give several values; "" is the empty list. Put a value that begins with a dash after --.',
      operatorTokenNote,
      'Exit code 1: the value does not fit, a scope further out enforces another one, or somebody changed the settings meanwhile.',
      'assay settings set injection injection_risk.threshold 0.9 --workspace support',
    ],
    operatorToken: isForOrganisation,
    async call(client, args) {
      const [auditor, typedName, ...values] = args.positionals;
      if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
      if (typedName === undefined) throw new UsageError('NAME is missing.');
      if (values.length === 0) throw new UsageError('VALUE is missing.');
      const named = readScope(args);
      const revision = readNumber(args, 'revision');
      const found = findDefinition(await client.auditors.schema({ id: auditor }), typedName);
      const entry = { value: readValue(found, values), enforced: args.flag('enforced') ? true : undefined };
      const settings = { [found.name]: entry };
      const scope = await resolveScope(client, named);
      // A given revision requires an existing record.
      const before = await (revision === undefined ? findSettings : requireSettings)(client, scope, auditor);
      const enforced = found.names.find((name) => before?.settings[name]?.enforced === true);
      if (enforced !== undefined && !args.flag('enforced')) {
        throw new UsageError(`${enforced} is enforced there: give --enforced, or remove it first with settings unset.`);
      }
      if (before === undefined) {
        return client.auditorSettings.create({ body: { scope, auditor_id: auditor, settings } });
      }
      const at = { id: before.id, revision: revision ?? before.revision };
      return changeSettings(client, at, (options) =>
        client.auditorSettings.update({ id: at.id, body: { settings } }, options),
      );
    },
    render: async () => (await render()).renderSettings,
  }),
  clientCommand({
    name: 'settings unset',
    summary: 'Remove values of an auditor at a scope. The scope further out decides again',
    usage: [
      'settings unset AUDITOR NAME... --org | --workspace ID | --agent ID [--json]',
      'settings unset AUDITOR --all --org | --workspace ID | --agent ID',
    ],
    arguments: 'any',
    options: {
      ...scopeOptions,
      all: { type: 'boolean', description: 'Remove all settings of the auditor at the scope' },
      ...revisionOption,
    },
    details: [operatorTokenNote, 'Exit code 1: none of it is set there, or somebody changed the settings meanwhile.'],
    operatorToken: isForOrganisation,
    async run(client, args, io) {
      const [auditor, ...typed] = args.positionals;
      if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
      const isAll = args.flag('all');
      if (isAll !== (typed.length === 0)) throw new UsageError('Name what to take away, or --all.');
      const named = readScope(args);
      const revision = readNumber(args, 'revision');
      const { renderSettings } = await render();
      const scope = await resolveScope(client, named);
      const before = await requireSettings(client, scope, auditor);
      const at = { id: before.id, revision: revision ?? before.revision };
      if (isAll) {
        await changeSettings(client, at, (options) => client.auditorSettings.remove({ id: at.id }, options));
        return writeRemoved(io, args, `everything set about ${auditor} at ${describeScope(scope)}`);
      }
      const schema = await client.auditors.schema({ id: auditor });
      // A setting that an auditor no longer has may still be set, and is removed by its stored name.
      const names = typed.flatMap((name): readonly string[] => {
        if (Object.hasOwn(before.settings, name)) return [name];
        const found = findDefinition(schema, name);
        const there = found.names.filter((full) => Object.hasOwn(before.settings, full));
        return there.length === 0 ? [found.name] : there;
      });
      const missing = names.find((name) => !Object.hasOwn(before.settings, name));
      if (missing !== undefined) {
        io.stderr.write(`${missing} is not set at ${describeScope(scope)}; nothing was changed.\n`);
        return exitCodes.no;
      }
      const body = { settings: Object.fromEntries(names.map((name) => [name, null])) };
      const changed = await changeSettings(client, at, (options) =>
        client.auditorSettings.update({ id: at.id, body }, options),
      );
      return writeAnswer(io, args, changed, renderSettings);
    },
  }),
  clientCommand({
    name: 'settings effective',
    summary: 'Show the settings that hold for an agent, and which scope decided each',
    usage: ['settings effective [AUDITOR] --agent ID [--set | --json]'],
    arguments: 'any',
    options: {
      agent: { type: 'string', value: 'ID', description: 'The agent' },
      set: { type: 'boolean', description: 'Only values that a scope sets, without the defaults' },
    },
    details: [
      'The organisation comes first, then its workspace, then the agent. A value further in replaces one further out, unless that one is enforced. OVERRIDDEN lists values that are set but do not hold.',
    ],
    async run(client, args, io) {
      const [auditor, ...rest] = args.positionals;
      requirePositionals(rest, []);
      const agent = args.text('agent');
      if (agent === undefined) throw new UsageError('--agent is missing.');
      const { renderAllEffectiveSettings, renderEffectiveSettings } = await render();
      const answer = await client.auditorSettings.effective({ agent_id: agent, auditor_id: auditor });
      const shown = { onlySet: args.flag('set') };
      return writeAnswer(io, args, answer, (view, style) =>
        'items' in view
          ? renderAllEffectiveSettings(view.items, style, shown)
          : renderEffectiveSettings(view, style, shown),
      );
    },
  }),
  listCommand({
    name: 'settings history',
    summary: 'List the changes of the settings of an auditor at a scope',
    usage: [
      'settings history AUDITOR --org | --workspace ID | --agent ID [-n N] [--json]',
      'settings history RECORD_ID [-n N] [--json]',
    ],
    arguments: ['AUDITOR'],
    options: scopeOptions,
    details: [
      'RECORD_ID, as settings get --json shows it, also finds the history of removed settings. With --json each change has the settings after it.',
    ],
    async pages(client, args) {
      const subject = args.argument('AUDITOR');
      const named = readOptionalScope(args);
      if (named === undefined && !subject.startsWith('ast_')) {
        throw new UsageError('Say where: --org, --workspace ID or --agent ID.');
      }
      const id =
        named === undefined ? subject : (await requireSettings(client, await resolveScope(client, named), subject)).id;
      return (page) => client.auditorSettings.history({ id, ...page });
    },
    render: async () => (await import('../render/history.ts')).renderHistory,
    none: 'Nothing was ever set there.',
  }),
  operationCommand({
    name: 'settings schema',
    summary: 'Show the settings that an auditor has: names, types, defaults, bounds',
    usage: ['settings schema AUDITOR [--json]'],
    arguments: ['AUDITOR'],
    call: (client, args) => client.auditors.schema({ id: args.argument('AUDITOR') }),
    render: async () => (await import('../render/auditor.ts')).renderSettingsSchema,
  }),
];
