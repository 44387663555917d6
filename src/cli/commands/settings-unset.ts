/** `assay settings unset AUDITOR NAME`: takes a value away, so that the scope further out decides again. */
import { writeAnswer, writeRemoved } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import {
  describeScope,
  jsonOption,
  operatorTokenNote,
  readNumber,
  readScope,
  revisionOption,
  scopeOptions,
} from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...scopeOptions,
  all: { type: 'boolean', description: 'Everything that the scope sets about the auditor' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const settingsUnset: Command = {
  name: 'settings unset',
  summary: 'Take values away again: the scope further out decides',
  usage: [
    'settings unset AUDITOR NAME... --org | --workspace ID | --agent ID [--json]',
    'settings unset AUDITOR --all --org | --workspace ID | --agent ID',
  ],
  options,
  details: [operatorTokenNote, 'Exit code 1: nothing of it is set there, or somebody changed the settings meanwhile.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [auditor, ...typed] = args.positionals;
    if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
    const isAll = args.flag('all');
    if (isAll !== (typed.length === 0)) throw new UsageError('Name what to take away, or --all.');
    const named = readScope(args);
    const revision = readNumber(args, 'revision');
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { connectSettings } = await import('../remote-settings.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { findDefinition } = await import('../setting-value.ts');
    const { renderSettings } = await import('../render/settings.ts');
    const caller = named.level === 'org' ? await withOperatorToken(io, args, 'verifier') : io;
    const settings = connectSettings(caller, args);
    const scope = await settings.resolve(named);
    const before = await settings.require(scope, auditor);
    if (isAll) {
      await settings.remove(atRevision(before, revision));
      return writeRemoved(io, args, `everything set about ${auditor} at ${describeScope(scope)}`);
    }
    const schema = await connectAuditors(caller, args).schema(auditor);
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
    return writeAnswer(io, args, await settings.change('PATCH', atRevision(before, revision), body), renderSettings);
  },
};
